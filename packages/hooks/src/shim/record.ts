/** Turns what a client sent into events in the log: parse, link, append, remember, remind. Shared by the hook and the drain. */
import { existsSync } from 'node:fs';
import type { Delivered } from './delivered.ts';
import { contentDigest } from '@hookloom/core/hook/delivery-key';
import type { ObservedEvent, ObservedHook } from '@hookloom/core/hook/observed-event';
import type { ClientName } from '@hookloom/core/hook/event-types';
import type { HookEvent } from '@hookloom/core/hook/hook-event';
import { isHookloomError } from '@hookloom/core/errors';
import { isJsonObject, type JsonObject } from '@hookloom/core/json';
import type { Delivery, Origin, UnsealedEvent } from '@hookloom/core/ports/event-store';
import { appendOrSpool, type AppendOutcome } from '@hookloom/log/append/append-or-spool';
import { readerOf } from '../clients/index.ts';
import { lossFile, lossFolder } from '../losses/loss-file.ts';
import { noteLoss } from '../losses/note-loss.ts';
import { sealLosses } from '../losses/seal-losses.ts';
import { privateMark } from '../state/private-mark.ts';
import { notePrivacy } from '../state/private-sessions.ts';
import { remind } from '../reminder/remind.ts';
import { openLinks, type Links } from './links.ts';
import { removeStaleLinks } from './stale-links.ts';
import { isBoundedJson, unreadable } from './unreadable.ts';

export interface Target {
  /** Absolute path of the `.eventloom` directory. */
  dir: string;
  session: string;
  /** Absolute path of the workspace. */
  root: string;
  client: ClientName;
  /** When the client started the hook, epoch milliseconds. Absent: when it is recorded. */
  startedMs?: number;
  /** The user's state folder. Absent: the environment says where it is. */
  stateDir?: string;
}

export interface Recorded {
  outcome: AppendOutcome['kind'];
  /** Null: the bytes could not be parsed. */
  payload: JsonObject | null;
  /** What was read of the payload, without its text. */
  event?: HookEvent;
  /** Id of the first event that it became. */
  firstId?: string | undefined;
  /** What was recorded instead of the event that it was. */
  mark?: ObservedHook;
}

/**
 * Never throws for anything the client sent: what no event may hold is marked. Throws where we are at fault (a part of
 * the bundle is missing), and for a directory that may not be written to (`permission_denied`).
 */
export function recordDelivery(
  target: Target,
  delivered: Delivered,
  appendBy: () => number,
): Recorded {
  const payload = delivered.incomplete === undefined ? parsePayload(delivered.bytes) : null;
  const digest = (): string => contentDigest(delivered.bytes.toString('latin1').trimEnd());
  const { nativeEvent, atMs } = delivered;
  const markOf = (marked: Delivered): Recorded => {
    const mark = unreadable(marked, digest);
    return { payload, mark, ...recordObserved(target, mark, atMs, appendBy) };
  };
  if (payload === null) return markOf(delivered);
  try {
    const { parse, toEvents } = readerOf(target.client);
    const event = parse(payload, { nowMs: atMs ?? Date.now(), raw: '', nativeEvent });
    const observed = toEvents(event, { root: target.root, digest });
    return { payload, event, ...recordObserved(target, observed, atMs, appendBy) };
  } catch (error) {
    if (!isOfPayload(error)) throw error;
    return markOf({ ...delivered, incomplete: 'not_recordable' });
  }
}

/** Thrown for what the payload holds: it would be thrown again whenever it is tried. */
function isOfPayload(error: unknown): boolean {
  return isHookloomError(error)
    ? error.code === 'invalid_request'
    : error instanceof RangeError || error instanceof TypeError;
}

/** Appends what a hook was read as, links it and reminds. */
export function recordObserved(
  target: Target,
  observed: ObservedHook,
  atMs: number | undefined,
  appendBy: () => number,
): { outcome: AppendOutcome['kind']; firstId?: string | undefined } {
  const { dir, session, client } = target;
  const links = openLinks(dir, client, observed.sessionId);
  // The newest prompt was private from end to end: nothing that is done for it is kept. Ids sort by time.
  const mark = privateMark(observed.sessionId, target.stateDir);
  const isPrivate = (): boolean =>
    existsSync(mark) || (links.find('private') ?? '') > (links.find('public') ?? '');
  const heard = observed.events.filter(
    // An answer in a dialogue belongs to the turn of its call.
    ({ type, channel, tool }) => (channel === 'user' && !tool) || LIFE.test(type) || !isPrivate(),
  );
  if (heard.length === 0) return { outcome: 'appended' };
  const events = heard.map((event) => unsealed(event, target, observed.sessionId, links));
  const now = atMs === undefined ? Date.now : () => atMs;
  const said = heard.flatMap((event) => event.links);
  // Before the append: whatever ends this process, what follows a private prompt is not kept.
  if (said.includes('private') || existsSync(mark)) quietly(() => notePrivacy(mark, said, now()));
  const deadline = appendBy();
  const outcome = appendOrSpool({ dir, session, events, deadline, now });
  if (outcome.kind === 'lost') {
    // What the shell transport left stays where it is.
    if (atMs === undefined)
      noteLoss(target, outcome.reason, { events: events.length, nowMs: now() });
    return { outcome: 'lost' };
  }
  const ids = outcome.kind === 'appended' ? outcome.results.map(({ id }) => id) : outcome.ids;
  quietly(() => {
    if (observed.closes) return links.forget();
    links.remember(
      heard.flatMap((event, at) => event.links.map((name): [string, string] => [name, ids[at]!])),
    );
    const begins = said.includes('session');
    // Also at a turn: a session may last for days. Mostly there is nothing, and then nothing is loaded for it.
    const isTurn = heard.some(({ channel }) => channel === 'user');
    if (begins ? existsSync(lossFolder(process.env)) : isTurn && existsSync(lossFile(target)))
      sealLosses(target, deadline);
    if (begins) removeStaleLinks(dir, Date.now());
  });
  const { reminder } = observed;
  // A session that is handed a context learns of the memory from it.
  const isHanded = process.argv.includes('--inject=session');
  if (
    !isHanded &&
    reminder !== undefined &&
    outcome.kind === 'appended' &&
    !outcome.results[0]!.duplicate
  ) {
    const seq = outcome.results.at(-1)!.seq;
    quietly(() => remind({ dir, session, source: client, seq, ...reminder, appendBy: deadline }));
  }
  return { outcome: outcome.kind, firstId: ids[0] };
}

/** Marks without content, which a private turn leaves as well. */
const LIFE = /^(session|hook\.(r|s[et]))/;

/** The event as the log takes it. */
export function unsealed(
  event: ObservedEvent,
  target: Target,
  clientSession: string,
  links: Pick<Links, 'find'>,
): UnsealedEvent {
  const { type, actorId, payload, redactedPaths, channel, tool, key, windowMs, causes } = event;
  const origin: Origin = { channel, client: target.client, session_id: clientSession };
  if (tool) origin.tool = tool;
  const causedBy = new Set<string>();
  for (const names of causes) {
    const id = names.map((name) => links.find(name)).find((found) => found !== undefined);
    if (id !== undefined) causedBy.add(id);
  }
  const delivery: Delivery = { scope: clientSession, key };
  if (windowMs !== undefined) delivery.windowMs = windowMs;
  // A client starts the hooks of one event together. On a busy machine some reach the log much later than others.
  if (target.startedMs !== undefined) delivery.atMs = Math.round(target.startedMs);
  return { type, actorId, payload, redactedPaths, origin, causedBy: [...causedBy], delivery };
}

/** Payloads of this size are parsed without checking how deep and dense they are: none takes long. */
const SMALL_BYTES = 65_536;

/** Null for anything but a JSON object that can be parsed in bounded time. */
export function parsePayload(bytes: Buffer): JsonObject | null {
  if (bytes.length > SMALL_BYTES && !isBoundedJson(bytes)) return null;
  try {
    const text = bytes.toString('utf8');
    const value: unknown = JSON.parse(text[0] === '\ufeff' ? text.slice(1) : text);
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}

function quietly(work: () => void): void {
  try {
    work();
  } catch {
    // The event is recorded; a failure after it is not worth an answer.
  }
}
