import type { z } from 'zod';
import type { Runtime } from '../../runtime.ts';
import type { Caller } from '../../operations/context.ts';
import type { ToolListing } from '../profile.ts';

/** What a handler works with beside its arguments. */
export interface ToolCall {
  runtime: Runtime;
  caller: Caller;
  /** What the active profile lists and leaves out. */
  listing: ToolListing;
  /** The call carried the admin token of this server. False where none is configured. */
  isAdmin: boolean;
}

/**
 * One MCP tool. A definition is a row in its family's file and a line in `index.ts`; input in, plain data out.
 */
export interface Tool<S extends z.ZodType = z.ZodType> {
  /** At most 40 characters, no dots: clients put prefixes of up to 23 before it and stop at 60 to 64. */
  name: string;
  title: string;
  /** At most 2 KB: what is longer is cut by clients. */
  description: string;
  /** A strict object without combinators at its root: clients flatten those or drop the tool. */
  input: S;
  annotations: {
    readOnlyHint: boolean;
    destructiveHint: boolean;
    idempotentHint: boolean;
    openWorldHint: boolean;
  };
  meta?: Record<string, unknown>;
  /** `core` tools are listed in both profiles. Listing, not capability: every tool can be called by its name. */
  profile: 'core' | 'full';
  /** What the caller must be allowed. `admin`: the admin token, where one is configured. */
  scope: 'read' | 'write' | 'admin';
  handler(args: z.output<S>, call: ToolCall): Promise<unknown>;
  /** The outcome in a few words for the activity record: counts and states, never recorded text. */
  summarize(result: unknown): string;
}

/** Keeps the schema's type for the handler; the registry holds tools of any schema. */
export function defineTool<S extends z.ZodType>(tool: Tool<S>): Tool {
  return tool;
}

/**
 * Reads memory and leaves it as it is. A call is noted in the log as telemetry, as an access log would: it never comes
 * back as memory and changes no fact, so the hint is honest. Clients ask the user before every tool without it.
 */
export const READS = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const;

/** Adds to the log; nothing is overwritten and a second call adds a second event. */
export const APPENDS = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
} as const;
