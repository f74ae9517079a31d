/**
 * Records a client's delivery: parses the payload, turns it into events and appends them. Shared by the hook and the
 * drain.
 */
import {
  attempt,
  isHookloomError,
  isJsonObject,
  type JsonObject,
  quietly,
  isSessionId,
  sha256Hex,
} from '@hookloom/core';
import type { UnsealedEvent, Delivery, Origin } from '@hookloom/core/events';
import {
  contentDigest,
  type HookEvent,
  type ObservedHook,
  type ClientName,
  type ObservedEvent,
} from '@hookloom/core/hook';
import type { Delivered } from './delivered.ts';
import type { readerOf } from './reader-of.ts';
import { isBoundedJson, unreadable } from './unreadable.ts';
import { existsSync, constants, rmSync } from 'node:fs';
import {
  appendOrSpool,
  type AppendOutcome,
  ensureOwnedDirectory,
  readRange,
  withOwned,
  writeAll,
} from '@hookloom/log/append';
import { lossFile, lossFolder } from '../losses/loss-file.ts';
import { noteLoss } from '../losses/note-loss.ts';
import { sealLosses } from '../losses/seal-losses.ts';
import { remind } from '../reminder/remind.ts';
import { notePrivacy } from '../state/private-sessions.ts';
import { removeStaleLinks } from './stale-links.ts';
import { stateDirPath } from '@hookloom/core/settings';

export interface Recorded extends Appended {
  /** Null: the bytes could not be parsed. */
  payload: JsonObject | null;
  /** The parsed payload, without its text. */
  event?: HookEvent;
  /** The event recorded in place of the original one. */
  mark?: ObservedHook;
}

/**
 * Never throws for anything that the client sent; content that no event may contain is marked. Throws for our own
 * failures (a part of the bundle is missing), and for a directory that may not be written to (`permission_denied`).
 *
 * @param also Events that are appended with the event, if it is recorded in its usual form.
 */
export function recordDelivery(
  target: Target,
  delivered: Delivered,
  reader: typeof readerOf,
  appendBy: () => number,
  also?: (payload: JsonObject) => UnsealedEvent[],
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
    const { parse, toEvents } = reader(target.client);
    const event = parse(payload, { nowMs: atMs ?? Date.now(), raw: '', nativeEvent });
    const observed = toEvents(event, { root: target.root, digest });
    const more = also?.(payload);
    return { payload, event, ...recordObserved(target, observed, atMs, appendBy, more) };
  } catch (error) {
    if (!isOfPayload(error)) throw error;
    return markOf({ ...delivered, incomplete: 'not_recordable' });
  }
}

/** Thrown because of the payload's content, so every attempt would throw it again. */
function isOfPayload(error: unknown): boolean {
  return isHookloomError(error)
    ? error.code === 'invalid_request'
    : error instanceof RangeError || error instanceof TypeError;
}

/** Payloads of this size are parsed without checking their depth and density, because none takes long. */
const SMALL_BYTES = 65_536;

/** Null for anything but a JSON object that can be parsed in bounded time. */
export function parsePayload(bytes: Buffer): JsonObject | null {
  if (bytes.length > SMALL_BYTES && !isBoundedJson(bytes)) return null;
  return attempt(() => {
    const text = bytes.toString('utf8');
    const value: unknown = JSON.parse(text[0] === '\ufeff' ? text.slice(1) : text);
    return isJsonObject(value) ? value : null;
  });
}

export interface Target {
  /** Absolute path of the `.eventloom` directory. */
  dir: string;
  session: string;
  /** Absolute path of the workspace. */
  root: string;
  client: ClientName;
  /** When the client started the hook, epoch milliseconds. Absent: when it is recorded. */
  startedMs?: number;
  /** The user's state folder. Absent: the environment decides. */
  stateDir?: string;
}

export interface Appended {
  outcome: AppendOutcome['kind'];
  /** Id of the first event. */
  firstId?: string | undefined;
}

export function recordObserved(
  target: Target,
  observed: ObservedHook,
  atMs: number | undefined,
  appendBy: () => number,
  also: UnsealedEvent[] = [],
): Appended {
  const { dir, session, client } = target;
  const links = openLinks(dir, client, observed.sessionId);
  // The newest prompt was entirely private: no work for it is stored. Ids sort by time.
  const mark = privateMark(observed.sessionId, target.stateDir);
  const isPrivate = (): boolean =>
    existsSync(mark) || (links.find('private') ?? '') > (links.find('public') ?? '');
  const heard = observed.events.filter(
    // An answer in a dialogue belongs to the turn of its call.
    ({ type, channel, tool }) => (channel === 'user' && !tool) || LIFE.test(type) || !isPrivate(),
  );
  if (heard.length === 0) return { outcome: 'appended' };
  const own = heard.map((event) => unsealed(event, target, observed.sessionId, links));
  const events = [...own, ...also];
  const now = atMs === undefined ? Date.now : () => atMs;
  const said = heard.flatMap((event) => event.links);
  // Before the append, so that events after a private prompt are never stored, whatever ends this process.
  if (said.includes('private') || existsSync(mark)) quietly(() => notePrivacy(mark, said, now()));
  const deadline = appendBy();
  const outcome = appendOrSpool({ dir, session, events, deadline, now });
  if (outcome.kind === 'lost') {
    // Files of the shell transport stay in place.
    if (atMs === undefined)
      noteLoss(target, outcome.reason, { events: events.length, nowMs: now() });
    return { outcome: 'lost' };
  }
  const ids = outcome.kind === 'appended' ? outcome.results.map(({ id }) => id) : outcome.ids;
  // The event is recorded, so a later failure does not justify an answer.
  quietly(() => {
    if (observed.closes) return links.forget();
    links.remember(
      heard.flatMap((event, at) => event.links.map((name): [string, string] => [name, ids[at]!])),
    );
    const begins = said.includes('session');
    // Also at a turn, because a session may last for days. Usually there is nothing to do, so no code is loaded.
    const isTurn = heard.some(({ channel }) => channel === 'user');
    if (begins ? existsSync(lossFolder(process.env)) : isTurn && existsSync(lossFile(target)))
      sealLosses(target, deadline, appendOrSpool);
    if (begins) removeStaleLinks(dir, Date.now());
  });
  const { reminder } = observed;
  // A session that gets a context learns about the memory from it.
  const isHanded = process.argv.includes('--inject=session');
  if (
    !isHanded &&
    reminder !== undefined &&
    outcome.kind === 'appended' &&
    !outcome.results[0]!.duplicate
  ) {
    const seq = outcome.results.at(-1)!.seq;
    const asked = { dir, session, source: client, seq, ...reminder };
    quietly(() => remind({ ...asked, append: appendOrSpool, appendBy: deadline }));
  }
  return { outcome: outcome.kind, firstId: ids[0] };
}

/** Marks without content, which are also recorded for a private turn. */
const LIFE = /^(session|hook\.(r|s[et]))/;

/** The event in the format of the log. */
export function unsealed(
  { type, actorId, payload, redactedPaths, channel, tool, key, windowMs, causes }: ObservedEvent,
  target: Target,
  clientSession: string,
  links: Pick<Links, 'find'>,
): UnsealedEvent {
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

/** Only the newest lines are read: about 600 names. */
const MAX_READ_BYTES = 65_536;

/**
 * What one hook of a client's session stores for the next: names of the client (a tool call, a prompt, an agent) and the
 * ids of the events they became. One file per client session, only appended to and read from the end, so that parallel
 * hooks do not overwrite each other's lines. Losing the file costs links, never events.
 */
export type Links = ReturnType<typeof openLinks>;

export function openLinks(dir: string, client: string, clientSession: string) {
  const folder = `${dir}/runtime/links`;
  const file = isSessionId(clientSession) ? clientSession : sha256Hex(clientSession).slice(0, 32);
  const path = `${folder}/${client}.${file}`;
  let known: Map<string, string> | null = null;
  return {
    /** The id remembered last under a name. */
    find(name: string): string | undefined {
      known ??= readEntries(path);
      return known.get(lineName(name));
    },
    remember(entries: [name: string, id: string][]) {
      if (entries.length === 0) return;
      for (const place of [`${dir}/runtime`, folder]) ensureOwnedDirectory(place);
      withOwned(path, constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT, ({ fd }) => {
        writeAll(
          fd,
          Buffer.from(entries.map(([name, id]) => `${lineName(name)} ${id}\n`).join('')),
          null,
        );
      });
    },
    forget() {
      rmSync(path, { force: true });
    },
  };
}

/** A client's id may contain any character; a line may not. */
function lineName(name: string): string {
  return /^[\w:.-]{1,160}$/.test(name) ? name : sha256Hex(name.toWellFormed()).slice(0, 32);
}

function readEntries(path: string): Map<string, string> {
  const entries = new Map<string, string>();
  if (!existsSync(path)) return entries;
  // There is none that may be read.
  quietly(() =>
    withOwned(path, constants.O_RDONLY, ({ fd, stats }) => {
      const start = Math.max(0, stats.size - MAX_READ_BYTES);
      for (const line of readRange(fd, start, stats.size).toString('latin1').split('\n')) {
        const match = /^(\S+) (evt_\S+)$/.exec(line);
        if (match !== null) entries.set(match[1]!, match[2]!);
      }
    }),
  );
  return entries;
}

/** The path of the mark that a client's session is at a private prompt. */
export function privateMark(clientSession: string, stateDir = stateDirPath(process.env)): string {
  return `${stateDir}/private/${contentDigest(clientSession)}`;
}
