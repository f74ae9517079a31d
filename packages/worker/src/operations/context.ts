import {
  byOperation,
  type AppendResult,
  type Channel,
  type Clock,
  type EventStore,
  type Origin,
  type UnsealedEvent,
} from '@hookloom/core/events';
import {
  assertSessionId,
  defined,
  invalidRequest,
  notFound,
  renderCitation,
  type JsonObject,
} from '@hookloom/core';
import type { Workspace } from '@hookloom/core/settings';
import { z } from 'zod';
import { assertInScope, boundSession } from '../call-scope.ts';
import type { MemoryAccess } from '../memory-access.ts';
import { wordsOfIssues } from './issue-words.ts';

/** The caller. Set by the entry point (MCP connection, command line), never by an argument. */
export interface Caller {
  /** The channel of what this caller appends: `model` for a tool call, `user` for a command that a person typed. */
  channel: Channel;
  /** The agent client, such as `claude-code`. */
  client?: string;
  clientSession?: string;
  /** The client's own id of this call, when it gives one. */
  callId?: string;
  /** The server process that the client is connected to. */
  connection?: string;
  /** The role in missions, from `hookloom serve --role`. */
  role?: 'coordinator' | 'worker';
  /** The only session that this caller may use. Absent: any session of the workspace. */
  boundTo?: string;
}

/** Records for the reminder policy that the memory was used. Best effort. */
export type RecordMemoryUse = (
  session: string,
  kind: 'bootstrap' | 'checkout' | 'feedback',
  seq: number,
) => void;

/** A broken log, and the log that gets new events until it is repaired. */
export interface Continued {
  session: string;
  continuation: string;
}

/** The input of every operation. */
export interface OperationContext {
  workspace: Workspace;
  /** The environment, for settings; empty by default. */
  env: Record<string, string | undefined>;
  store: EventStore;
  clock: Clock;
  memory: MemoryAccess;
  /** Drains the inbox that hooks leave next to the log. Call it before reading. */
  drain(): Promise<void>;
  recordMemoryUse: RecordMemoryUse;
  /** Telemetry that the answer does not wait for. */
  later: LaterWrites;
  /** After a log was found broken, says once where its new events go. Otherwise null. */
  takeContinued?(): Continued | null;
  /** The user's private state folder, if the log is on a disk. */
  stateDir?: string;
}

/**
 * For a window of a log, the rest of which was verified at most half a minute ago. Otherwise each page of a long log
 * would read the whole log.
 */
export const RECENTLY_VERIFIED = { incremental: true, withinMs: 30_000 };

/** A query: 1 to 4096 characters. */
export const query = z
  .string()
  .min(1)
  .max(4096)
  .refine((text) => text.trim() !== '', 'must contain more than white space');
const MAX_ALSO = 12;
const ALSO_CHARS = 80;
/** Words and phrases that the answer may contain. */
export const also = z.array(z.string().min(1).max(ALSO_CHARS)).max(MAX_ALSO).optional();
const MAX_ASKED = 5;
/** Questions that the record answers. */
export const askedAs = z.array(z.string().min(1).max(200)).max(MAX_ASKED).optional();
/** How many rows: 1 to 100, 10 by default. */
export const limit = z.int().min(1).max(100).optional();
/** A sequence number. */
export const seq = z.int().min(1).optional();
export const sessionId = z.string().min(1).max(128).optional();

export const DEFAULT_LIMIT = 10;

/** The schema that accepted a request, so that a tool and its operation validate it only once. */
const validated = new WeakMap<object, z.ZodType>();

/**
 * Validates a request against its schema. Throws `invalid_request` that names the fields, never their values.
 *
 * @example parseRequest(replayRequest, { session_id: 'demo', from_seq: 0 }) // throws: from_seq must be at least 1
 */
export function parseRequest<T extends z.ZodType>(schema: T, request: unknown): z.output<T> {
  if (validated.get(Object(request)) === schema) return request as z.output<T>;
  const parsed = schema.safeParse(request);
  if (parsed.success) {
    validated.set(Object(parsed.data), schema);
    return parsed.data;
  }
  throw invalidRequest(
    `The request is invalid: ${wordsOfIssues(schema, parsed.error.issues)}.`,
    'Correct these fields and call again.',
  );
}

/** An operation that validates its request. `run` receives the validated one. */
export function operation<S extends z.ZodType, A, M extends unknown[]>(
  schema: S,
  run: (on: OperationContext, request: z.output<S>, caller: Caller, ...more: M) => Promise<A>,
) {
  const validating = async (on: OperationContext, request: z.input<S>, ...more: [Caller, ...M]) =>
    run(on, parseRequest(schema, request), ...more);
  return Object.assign(validating, { request: schema });
}

/** An operation that answers every caller alike. */
export function readOperation<S extends z.ZodType, A>(
  schema: S,
  run: (on: OperationContext, request: z.output<S>) => Promise<A>,
) {
  const validating = async (on: OperationContext, request: z.input<S>) =>
    run(on, parseRequest(schema, request));
  return Object.assign(validating, { request: schema });
}

/**
 * The session of a request: `session_id`, else `thread`, else the session that the caller is bound to, else the default
 * of the workspace. A caller that is not bound may name other sessions of the workspace; a name is never a path. Throws
 * `permission_denied` for any session but the bound one.
 */
export function resolveSession(
  context: Pick<OperationContext, 'workspace'>,
  { session_id, thread }: { session_id?: string | undefined; thread?: string | undefined },
): string {
  if (session_id !== undefined && thread !== undefined && session_id !== thread)
    throw invalidRequest('session_id and thread name different sessions.', 'Send one of them.');
  return assertInScope(
    assertSessionId(session_id ?? thread ?? boundSession() ?? context.workspace.session),
  );
}

/**
 * The session to read from, after draining the inbox. It must have a log, except for the default session, which may be
 * empty. Throws `not_found`.
 */
export async function readableSession(
  context: Pick<OperationContext, 'workspace' | 'store' | 'drain'>,
  request: { session_id?: string | undefined },
): Promise<string> {
  const session = resolveSession(context, request);
  await context.drain();
  const mayBeEmpty = session === context.workspace.session || session === boundSession();
  if (!mayBeEmpty && (await context.store.head(session)) === null)
    throw notFound(
      `Session ${session} has no log in this workspace.`,
      'Leave session_id out for the default session, or list the sessions with `hookloom memory status`.',
    );
  return session;
}

/**
 * The files of the team, which are read with a session. A caller that is bound to a session reads only that session.
 */
export function sharedSessions({ store }: Pick<OperationContext, 'store'>): string[] {
  return boundSession() === undefined ? (store.shared?.() ?? []) : [];
}

export function originOf(caller: Caller): Origin {
  return defined({
    channel: caller.channel,
    client: caller.client,
    session_id: caller.clientSession,
  });
}

/** The actor if the call names none. */
export function actorOf(caller: Caller): string {
  return caller.channel === 'user' ? 'user' : (caller.client ?? 'assistant');
}

/** Where an event was appended, in the form of answers. */
export interface Placed {
  seq: number;
  /** 64 hex. */
  hash: string;
}

export interface Recorded extends Placed {
  citation: string;
}

/** Appends what a caller asked for and flushes it. The caller is the actor and origin unless the event names others. */
export async function recordOperation(
  { store }: Pick<OperationContext, 'store'>,
  session: string,
  event: { type: string; payload: JsonObject } & Partial<UnsealedEvent>,
  caller: Caller,
): Promise<Recorded & { id: string }> {
  const written = byOperation({ actorId: actorOf(caller), origin: originOf(caller), ...event });
  const [result] = await store.append(session, [written], { durability: 'fsync' });
  const { seq, hash, id } = result!;
  const citation = renderCitation(result!.session ?? session, seq, hash);
  return { seq, hash: bareHash(hash), citation, id };
}

/** Records what an operation learned about a fact. Best effort, because the operation itself is already recorded. */
export async function recordReinforcement(
  context: Pick<OperationContext, 'store'>,
  session: string,
  of: { kind: string; target: { seq: number; hash: string }; source: JsonObject; cause: string },
  caller: Caller,
): Promise<void> {
  const payload = {
    kind: of.kind,
    targets: [{ seq: of.target.seq, hash: bareHash(of.target.hash) }],
    source: of.source,
    authority_status: 'non_authoritative',
  };
  const type = 'memory.reinforcement';
  await recordActivity(context, { session, type, payload, causedBy: [of.cause] }, caller).catch(
    () => {},
  );
}

/** Removes the prefix `sha256:`, as in documented answers. */
export function bareHash(hash: string): string {
  return hash.startsWith('sha256:') ? hash.slice(7) : hash;
}

/** A record of the product about itself. It is telemetry and never recalled. */
export interface Activity {
  session: string;
  type: string;
  payload: JsonObject;
  causedBy?: string[];
}

export async function recordActivity(
  { store }: Pick<OperationContext, 'store'>,
  { session, ...event }: Activity,
  caller: Caller,
): Promise<AppendResult> {
  const origin = { ...originOf(caller), channel: 'system' as const };
  const written = byOperation({ ...event, actorId: 'zaxy-memory', origin });
  const [result] = await store.append(session, [written], { durability: 'os' });
  return result!;
}

/**
 * Records that an agent received something. Returns null if nothing is recorded: a person's view adds no event, and
 * reading never creates a log.
 */
export async function recordRead(
  context: Pick<OperationContext, 'store'>,
  activity: Activity,
  caller: Caller,
): Promise<AppendResult | null> {
  if (caller.channel === 'user') return null;
  if ((await context.store.head(activity.session)) === null) return null;
  return recordActivity(context, activity, caller);
}

/** Folders outside the logs that may contain copies of hook payloads. */
export function stateFolders({ stateDir }: Pick<OperationContext, 'stateDir'>): string[] {
  return stateDir === undefined ? [] : [`${stateDir}/sessions`];
}

/** Writes that run one after the other without delaying an answer. */
export type LaterWrites = ReturnType<typeof laterWrites>;

export function laterWrites() {
  let last: Promise<unknown> = Promise.resolve();
  return {
    /** Returns at once and never fails. */
    add(write: () => Promise<unknown>) {
      last = last.then(write).catch(() => {});
    },
    /** Resolves when everything added so far was written or dropped. */
    flush: async (): Promise<void> => {
      await last;
    },
  };
}
