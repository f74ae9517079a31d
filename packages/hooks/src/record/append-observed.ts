/** Appends the events of a hook: links them to earlier events, remembers them for later ones, and reminds. */
import { existsSync } from 'node:fs';
import type { ClientName, ObservedEvent, ObservedHook } from '@hookloom/core/hook';
import type { Delivery, Origin, UnsealedEvent } from '@hookloom/core/events';
import { appendOrSpool, type AppendOutcome } from '@hookloom/log/append';
import { quietly } from '@hookloom/core';
import { lossFile, lossFolder } from '../losses/loss-file.ts';
import { noteLoss } from '../losses/note-loss.ts';
import { sealLosses } from '../losses/seal-losses.ts';
import { remind } from '../reminder/remind.ts';
import { privateMark } from '../state/private-mark.ts';
import { notePrivacy } from '../state/private-sessions.ts';
import { openLinks, type Links } from './links.ts';
import { removeStaleLinks } from './stale-links.ts';

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
  // The newest prompt was entirely private: nothing that is done for it is stored. Ids sort by time.
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
  // Before the append: whatever ends this process, events after a private prompt are not stored.
  if (said.includes('private') || existsSync(mark)) quietly(() => notePrivacy(mark, said, now()));
  const deadline = appendBy();
  const outcome = appendOrSpool({ dir, session, events, deadline, now });
  if (outcome.kind === 'lost') {
    // Files of the shell transport stay where they are.
    if (atMs === undefined)
      noteLoss(target, outcome.reason, { events: events.length, nowMs: now() });
    return { outcome: 'lost' };
  }
  const ids = outcome.kind === 'appended' ? outcome.results.map(({ id }) => id) : outcome.ids;
  // The event is recorded; a failure after it is not worth an answer.
  quietly(() => {
    if (observed.closes) return links.forget();
    links.remember(
      heard.flatMap((event, at) => event.links.map((name): [string, string] => [name, ids[at]!])),
    );
    const begins = said.includes('session');
    // Also at a turn: a session may last for days. Usually there is nothing, and then no code is loaded for it.
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

/** The event in the format of the log. */
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
