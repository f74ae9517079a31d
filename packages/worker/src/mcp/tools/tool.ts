import type { z } from 'zod';
import type { Runtime } from '../../runtime.ts';
import type { Caller } from '../../operations/context.ts';
import type { Role, ToolListing } from '../profile.ts';

/** What a handler receives beside its arguments. */
export interface ToolCall {
  runtime: Runtime;
  caller: Caller;
  /** The tools that the active profile lists and omits. */
  listing: ToolListing;
  /** The call carried the admin token of this server. False if none is configured. */
  isAdmin: boolean;
}

/** One MCP tool. A definition is a row in its family's file and a line in `index.ts`; input in, plain data out. */
export interface Tool<S extends z.ZodType = z.ZodType> {
  /** At most 40 characters, no dots: clients add prefixes of up to 23 and stop at 60 to 64. */
  name: string;
  title: string;
  /** At most 2 KB, because clients cut longer ones. */
  description: string;
  /** A strict object without combinators at its root, because clients flatten those or drop the tool. */
  input: S;
  /**
   * Fields that every answer has. With them the answer is given as structured content too; a list becomes `contexts`.
   */
  output?: readonly string[];
  annotations: {
    readOnlyHint: boolean;
    destructiveHint: boolean;
    /** Absent: false. */
    idempotentHint?: true;
    openWorldHint: boolean;
  };
  meta?: Record<string, unknown>;
  /** `core` tools are listed in both profiles. This only affects the listing: every tool can be called by its name. */
  profile: 'core' | 'full';
  /** Roles in missions for which it is listed under `core` as well. */
  roles?: readonly Role[];
  /** The required permission. `admin`: the admin token, if one is configured. */
  scope: 'read' | 'write' | 'admin';
  handler(args: z.output<S>, call: ToolCall): Promise<unknown>;
  /** The outcome in a few words for the activity record: counts and states, never recorded text. */
  summarize(result: unknown): string;
}

/** Keeps the schema's type for the handler; the registry has tools with any schema. */
export function defineTool<S extends z.ZodType>(tool: Tool<S>): Tool {
  return tool;
}

/**
 * Leaves the log as it is. Only the server's own record of the call, `tool.call.completed`, is added to it; without
 * lifecycle capture nothing is.
 */
export const READS = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const;

/**
 * Adds to the log, if only what was asked and how much was found; nothing is overwritten and a second call adds a second
 * event.
 */
export const APPENDS = {
  readOnlyHint: false,
  destructiveHint: false,
  openWorldHint: false,
} as const;
