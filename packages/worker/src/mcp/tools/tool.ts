import type { z } from 'zod';
import type { Runtime } from '../../runtime.ts';
import type { Caller } from '../../operations/context.ts';
import type { Role, ToolListing } from '../profile.ts';

/** What a handler receives in addition to its arguments. */
export interface ToolCall {
  runtime: Runtime;
  caller: Caller;
  /** The tools that the active profile lists, and those it omits. */
  listing: ToolListing;
  /** The call carried the admin token of this server. False if none is configured. */
  isAdmin: boolean;
}

/**
 * One MCP tool: a definition in the file of its family and a line in `index.ts`. Takes input and returns plain data.
 */
export interface Tool<S extends z.ZodType = z.ZodType> {
  /** At most 40 characters, no dots: clients add prefixes of up to 23 and allow 60 to 64 in total. */
  name: string;
  title: string;
  /** At most 2 KB, because clients truncate longer ones. */
  description: string;
  /** A strict object without combinators at its root, because clients flatten those or drop the tool. */
  input: S;
  /** Fields of every answer. With them, the answer is also structured content, and a list becomes `contexts`. */
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
  /** Mission roles for which `core` lists it too. */
  roles?: readonly Role[];
  /** The required permission. `admin` needs the admin token, if one is configured. */
  scope: 'read' | 'write' | 'admin';
  handler(args: z.output<S>, call: ToolCall): Promise<unknown>;
  /** A short outcome for the activity record: counts and states, never recorded text. */
  summarize(result: unknown): string;
}

/** Keeps the type of the schema for the handler. The registry accepts tools with any schema. */
export function defineTool<S extends z.ZodType>(tool: Tool<S>): Tool {
  return tool;
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
