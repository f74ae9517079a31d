import { HookloomError, permissionDenied, toErrorPayload, weakRandomHex } from '@hookloom/core';
import { boundSession, inCallScope } from '../call-scope.ts';
import { parseRequest, type Caller } from '../operations/context.ts';
import type { Runtime } from '../runtime.ts';
import { inAnswer, namedAtHead, type Noticed } from '../unavailable-events.ts';
import { assertAdmin } from './admin-token.ts';
import type { LifecycleCapture } from './lifecycle-capture.ts';
import type { ToolListing } from './profile.ts';
import { callOf, type Tool } from './tools/tool.ts';
import { renderVisibleJson, visibleObject } from './visible-json.ts';

/** The answer of a tool: one text of JSON, and for some tools the same as a value. */
export interface ToolAnswer {
  text: string;
  structured?: Record<string, unknown>;
  isError: boolean;
}

export interface DispatchOptions {
  runtime: Runtime;
  tools: readonly Tool[];
  listing: ToolListing;
  adminToken: string | undefined;
  /** Refuse admin tools to everyone if no admin token is configured. */
  needsAdminToken?: boolean;
  /** Absent if capture is off. */
  capture?: LifecycleCapture;
  /** The session of the callers' identity, which no argument can change. Absent: any session of the workspace. */
  session?: string;
  /** The maximum number of concurrent calls. A further call is refused. Default: 256. */
  maxRunning?: number;
  /** Must resolve before the first call is answered. */
  ready?: Promise<unknown>;
}

export type Dispatch = (
  name: string,
  args: Record<string, unknown>,
  caller: Caller,
  /** Aborted when the caller no longer waits. */
  signal?: AbortSignal,
) => Promise<ToolAnswer>;

const MAX_RUNNING = 256;

interface CallOf {
  caller: Caller;
  signal: AbortSignal | undefined;
  noticed: () => Noticed;
}

/**
 * The single entry point to tools: name, authorisation, validation, handler, answer, record. Every failure is returned
 * as the documented error content.
 */
export function createDispatch(options: DispatchOptions): Dispatch {
  const { runtime, listing, capture } = options;
  const byName = new Map(options.tools.map((tool) => [tool.name, tool]));
  const { session, maxRunning = MAX_RUNNING } = options;
  let running = 0;
  return async (name, args, caller, signal) => {
    if (running >= maxRunning) return refused(tooMany(running));
    running++;
    try {
      return await inCallScope(
        { signal, session: session ?? caller.boundTo, isRemote: caller.boundTo !== undefined },
        () =>
          inAnswer((found) => {
            const isOwn = (of: string): boolean =>
              boundSession() === undefined || of === boundSession();
            const noticed = () => {
              const { unavailable, fallback } = found();
              return { unavailable: unavailable.filter(({ session }) => isOwn(session)), fallback };
            };
            return answer(name, args, { caller, signal, noticed });
          }),
      );
    } finally {
      running--;
    }
  };

  async function answer(
    name: string,
    args: Record<string, unknown>,
    { caller, signal, noticed }: CallOf,
  ): Promise<ToolAnswer> {
    await options.ready;
    const outcome = await run(byName.get(name), name, args, { caller, noticed });
    // The caller no longer waits, and a cancelled call writes nothing.
    if (signal?.aborted === true) return outcome.answer;
    capture?.record({
      tool: name,
      status: outcome.answer.isError ? 'failed' : 'succeeded',
      callId: caller.callId ?? `call_${weakRandomHex()}`,
      args,
      summary: outcome.summary,
      caller,
      session: session ?? caller.boundTo,
    });
    return outcome.answer;
  }

  async function run(
    tool: Tool | undefined,
    name: string,
    args: Record<string, unknown>,
    { caller, noticed }: Omit<CallOf, 'signal'>,
  ): Promise<{ answer: ToolAnswer; summary: string }> {
    try {
      if (tool === undefined) throw unknownTool(name);
      const isAdmin = authorise(tool, args, options);
      const parsed: unknown = parseRequest(tool.input, args);
      const result = await callOf(tool, parsed, { runtime, caller, listing, isAdmin });
      const told = namedAtHead(result, noticed());
      return {
        answer: {
          text: renderVisibleJson(told),
          ...(tool.output !== undefined && { structured: visibleObject(told) }),
          isError: false,
        },
        summary: tool.summarize(result),
      };
    } catch (error) {
      const payload = toErrorPayload(error);
      return {
        answer: refused(error),
        summary: `${payload.error.code}: ${payload.error.message}`,
      };
    }
  }
}

/**
 * The only authorisation check. Returns true if the call has the token of this server. The rest of a caller's scope
 * comes from the process, never from arguments.
 */
function authorise(
  tool: Tool,
  args: Record<string, unknown>,
  { adminToken, needsAdminToken = false }: DispatchOptions,
): boolean {
  if (tool.scope !== 'admin') return false;
  if (adminToken === undefined) {
    if (!needsAdminToken) return false;
    throw permissionDenied(
      'This tool needs an admin token, and this server has none.',
      'Start the server with MCP_ADMIN_TOKEN_FILE, or do it in the workspace itself.',
    );
  }
  assertAdmin(adminToken, args['admin_token']);
  return true;
}

function refused(error: unknown): ToolAnswer {
  return { text: renderVisibleJson(toErrorPayload(error)), isError: true };
}

function tooMany(running: number): HookloomError {
  return new HookloomError(
    'rate_limited',
    `${running} calls are running already.`,
    'Wait for an answer, then call again.',
  );
}

function unknownTool(name: string): HookloomError {
  const shown = JSON.stringify(name.slice(0, 100)).slice(1, -1);
  return new HookloomError(
    'unknown_tool',
    `Unknown tool: ${shown}`,
    'Call tools/list and retry with one of the advertised tool names.',
  );
}
