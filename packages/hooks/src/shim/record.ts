/** Turns what a client sent into events in the log: parse, link, append, remember, remind. Shared by the hook and the drain. */
import type { Delivered } from './delivered.ts';
import { contentDigest } from '@hookloom/core/hook/delivery-key';
import type { ObservedEvent, ObservedHook, ParseHook } from '@hookloom/core/hook/observed-event';
import type { ClientName } from '@hookloom/core/hook/event-types';
import { isJsonObject, type JsonObject } from '@hookloom/core/json';
import type { Origin, UnsealedEvent } from '@hookloom/core/ports/event-store';
import { appendOrSpool, type AppendOutcome } from '@hookloom/log/append/append-or-spool';
import { parseClaudeHook } from '../clients/claude-code/parse.ts';
import { observeCodex } from '../clients/codex/observe.ts';
import { observeCopilot } from '../clients/copilot/observe.ts';
import { observeCursor } from '../clients/cursor/observe.ts';
import { observeGemini } from '../clients/gemini/observe.ts';
import { observeGeneric } from '../clients/generic/observe.ts';
import { remind } from '../reminder/remind.ts';
import { openLinks, type Links } from './links.ts';
import { removeStaleLinks } from './stale-links.ts';
import { unreadable } from './unreadable.ts';

/** One line per client. */
const CLIENTS: Record<ClientName, ParseHook> = {
  'claude-code': parseClaudeHook,
  codex: observeCodex,
  gemini: observeGemini,
  cursor: observeCursor,
  copilot: observeCopilot,
  generic: observeGeneric,
};

export function isClient(name: string): name is ClientName {
  return Object.hasOwn(CLIENTS, name);
}

export interface Target {
  /** Absolute path of the `.eventloom` directory. */
  dir: string;
  session: string;
  /** Absolute path of the workspace. */
  root: string;
  client: ClientName;
}

export interface Recorded {
  outcome: AppendOutcome['kind'];
  /** Null: the bytes are no JSON object; a mark of them is in the log. */
  payload: JsonObject | null;
  /** Id of the first event that it became. */
  firstId?: string | undefined;
}

/** Never throws for anything the client sent. Throws for a directory that may not be written to (`permission_denied`). */
export function recordDelivery(
  target: Target,
  delivered: Delivered,
  appendBy: () => number,
): Recorded {
  const payload = delivered.incomplete === 'oversized' ? null : parsePayload(delivered.bytes);
  const digest = (): string => contentDigest(delivered.bytes.toString('latin1'));
  const { nativeEvent } = delivered;
  const observed =
    payload === null
      ? unreadable(delivered, digest)
      : CLIENTS[target.client](payload, { root: target.root, digest, nativeEvent });
  return { payload, ...recordObserved(target, observed, delivered.atMs, appendBy) };
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
  // The newest prompt was private from end to end: nothing that is done for it is kept (seeds/003). Ids sort by time.
  const isPrivate = (): boolean => (links.find('private') ?? '') > (links.find('public') ?? '');
  const heard = observed.events.filter(
    ({ type, channel }) => channel === 'user' || LIFE.test(type) || !isPrivate(),
  );
  if (heard.length === 0) return { outcome: 'appended' };
  const events = heard.map((event) => unsealed(event, target, observed.sessionId, links));
  const now = atMs === undefined ? Date.now : () => atMs;
  const deadline = appendBy();
  const outcome = appendOrSpool({ dir, session, events, deadline, now });
  if (outcome.kind === 'lost') return { outcome: 'lost' };
  const ids = outcome.kind === 'appended' ? outcome.results.map(({ id }) => id) : outcome.ids;
  quietly(() => {
    if (observed.closes) return links.forget();
    links.remember(
      heard.flatMap((event, at) => event.links.map((name): [string, string] => [name, ids[at]!])),
    );
    if (heard.some((event) => event.links.includes('session'))) removeStaleLinks(dir, Date.now());
  });
  const { reminder } = observed;
  if (reminder !== undefined && outcome.kind === 'appended' && !outcome.results[0]!.duplicate) {
    const seq = outcome.results.at(-1)!.seq;
    quietly(() => remind({ dir, session, source: client, seq, ...reminder, appendBy: deadline }));
  }
  return { outcome: outcome.kind, firstId: ids[0] };
}

/** Marks without content, which a private turn leaves as well. */
const LIFE = /^(session|hook\.(r|s[et]))/;

function unsealed(
  event: ObservedEvent,
  target: Target,
  clientSession: string,
  links: Links,
): UnsealedEvent {
  const { type, actorId, payload, redactedPaths, channel, tool, key, windowMs, causes } = event;
  const origin: Origin = { channel, client: target.client, session_id: clientSession };
  if (tool !== undefined && tool !== '') origin.tool = tool;
  const causedBy = new Set<string>();
  for (const names of causes) {
    const id = names.map((name) => links.find(name)).find((found) => found !== undefined);
    if (id !== undefined) causedBy.add(id);
  }
  const delivery = { scope: clientSession, key, ...(windowMs === undefined ? {} : { windowMs }) };
  return { type, actorId, payload, redactedPaths, origin, causedBy: [...causedBy], delivery };
}

/** Null for anything but a JSON object. */
export function parsePayload(bytes: Buffer): JsonObject | null {
  try {
    const text = bytes.toString('utf8');
    const value: unknown = JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}

function quietly(work: () => void): void {
  try {
    work();
  } catch {
    // The event stands; what was to follow it is not worth an answer.
  }
}
