import { z } from 'zod';
import type { Runtime } from '../../runtime.ts';
import type { Caller, OperationContext } from '../../operations/context.ts';
import type { Role, ToolListing } from '../profile.ts';

/** What `run` receives in addition to its arguments. */
export interface ToolCall {
  runtime: Runtime;
  caller: Caller;
  /** The tools that the active profile lists, and those it omits. */
  listing: ToolListing;
  /** The call carried the admin token of this server. False if none is configured. */
  isAdmin: boolean;
}

/**
 * One operation as a tool: a definition in the file of its family and a line in `index.ts`. Takes input and returns plain
 * data. MCP lists it, and commands and the library call it.
 */
export interface Tool<S extends z.ZodType = z.ZodType, A = unknown> {
  /** At most 40 characters, no dots: clients add prefixes of up to 23 and allow 60 to 64 in total. */
  name: string;
  title: string;
  /** At most 2 KB, because clients truncate longer ones. */
  description: string;
  /** A strict object without combinators at its root, because clients flatten those or drop the tool. */
  input: S;
  /** Fields of every answer. With them, the answer is also structured content, and a list becomes `contexts`. */
  output?: readonly string[];
  /** Default: `READS` for the scope `read`, else `APPENDS`. */
  annotations: {
    readOnlyHint: boolean;
    destructiveHint: boolean;
    /** Absent: false. */
    idempotentHint?: true;
    openWorldHint: boolean;
  };
  meta?: Record<string, unknown>;
  /** `core` tools are listed in both profiles. This only affects the listing: every tool can be called by its name. Default: `full`. */
  profile: 'core' | 'full';
  /** Mission roles for which `core` lists it too. */
  roles?: readonly Role[];
  /** The required permission. `admin` needs the admin token, if one is configured. */
  scope: 'read' | 'write' | 'admin';
  run(context: OperationContext, request: z.output<S>, caller: Caller, call: ToolCall): Promise<A>;
  /** A short outcome for the activity record: counts and states, never recorded text. */
  summarize(answer: A): string;
}

type Defaults = 'annotations' | 'profile';
type Definition<S extends z.ZodType, A> = Omit<Tool<S, A>, Defaults | 'input'> &
  Partial<Pick<Tool<S, A>, Defaults>> &
  ({ input: S } | { run: { request: S } });

/**
 * Adds the defaults and, for the scope `admin`, the argument `admin_token`. An operation has its own `input`.
 */
export function defineTool<S extends z.ZodType, A>(definition: Definition<S, A>): Tool<S, A> {
  const { scope, annotations = scope === 'read' ? READS : APPENDS, profile = 'full' } = definition;
  const input = 'input' in definition ? definition.input : definition.run.request;
  const tool = { ...definition, input, annotations, profile };
  return scope === 'admin' ? withAdminToken(tool) : tool;
}

/** `authorise` checks the token, and `run` does not receive it. */
function withAdminToken<S extends z.ZodType, A>(tool: Tool<S, A>): Tool<S, A> {
  const input = tool.input as unknown as z.ZodObject;
  return {
    ...tool,
    input: input.extend({ admin_token: z.string().max(4096).optional() }) as unknown as S,
    run(context, request, caller, call) {
      const { admin_token: _, ...rest } = request as Record<string, unknown>;
      return tool.run(context, rest as z.output<S>, caller, call);
    },
  };
}

/** The caller, or the owner of the server if the call has the server's token. */
export function deciderOf({ caller, isAdmin }: ToolCall): Caller {
  return isAdmin ? { ...caller, channel: 'user' } : caller;
}

/** Calls a tool with arguments that its schema has accepted. */
export function callOf<S extends z.ZodType, A>(
  tool: Tool<S, A>,
  request: z.output<S>,
  call: ToolCall,
): Promise<A> {
  return tool.run(call.runtime.context, request, call.caller, call);
}

/**
 * Does not change the log, except for the server's own record of the call, `tool.call.completed`, which lifecycle
 * capture writes.
 */
export const READS = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const;

/**
 * Appends to the log, even if only the question and the number of results. Overwrites nothing. A second call appends a
 * second event.
 */
export const APPENDS = {
  readOnlyHint: false,
  destructiveHint: false,
  openWorldHint: false,
} as const;
