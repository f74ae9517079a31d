/**
 * Notes, summaries, edited statements and proposals made from forgotten events, in all sessions: they may repeat the
 * forgotten content in their own words.
 */
import { isJsonObject, type JsonObject } from '@hookloom/core';
import type { StoredEvent } from '@hookloom/core/events';
import { typeOf } from '../envelope/raw-slice.ts';
import type { ChooseLine } from '../read/wanted-lines.ts';
import { logPath } from '../read/open-log.ts';
import { recordedEvents } from '../read/read-events.ts';
import { listSessions } from '../installation/log-directory.ts';
import type { Holder } from './find-holders.ts';

/** The text that a summary covers without naming it. */
const WORK = /^(?:transcript|tool|command|file)\./;

/** What agents concluded from the events that they name. */
const CONCLUDED =
  /^(?:consolidation\.candidate\.(?:created|promoted)|belief\.update\.(?:proposed|promoted)|metacognition\.unknown\.recorded)$/;

/** The types of notes on forgotten events. */
const NOTED = /^(?:note\.|session\.summarized$|statement\.reviewed$)/;

/** In the order of sessions and events; the chosen ones are left out. */
export function findDerived(dir: string, chosen: readonly Holder[]): Holder[] {
  const gone = new Set(chosen.map(({ event }) => event.id));
  const isChosen = new Set(gone);
  const places = new Set(chosen.map(({ session, event }) => `${session}/${event.seq}`));
  const derived: Holder[] = [];
  for (const session of listSessions(dir)) {
    const turns = new Map<string, Turns>();
    const seqs = new Set(
      chosen.filter((one) => one.session === session).map(({ event }) => event.seq),
    );
    const mayTell = lookAround(gone, chosen);
    const look: ChooseLine = (buffer, start, end, line) =>
      seqs.has(line.seq) || mayTell(buffer, start, end, line);
    for (const event of recordedEvents(logPath(dir, session), look)) {
      const isGone = gone.has(event.id);
      if (isGone || event.type === 'transcript.turn') follow(event, isGone, turns);
      if (event.shredded !== null || isChosen.has(event.id)) continue;
      const isFrom =
        coversOne(event, gone) ||
        isIn(gone, event.payload['note']) ||
        (event.type === 'session.summarized' && tellsOfIt(event, turns)) ||
        (event.payload['action'] === 'edit' && (event.causedBy ?? []).some((id) => gone.has(id)));
      if (CONCLUDED.test(event.type) && namesOne(session, event, places)) {
        gone.add(event.id);
        derived.push({ session, event });
        continue;
      }
      if (!isFrom || !NOTED.test(event.type)) continue;
      gone.add(event.id);
      derived.push({ session, event });
    }
  }
  return derived;
}

/** Longer lists are not searched for in the bytes of a line. */
const FEW = 32;

/**
 * Lines that name an event in `gone`, which grows meanwhile, or that belong to a conversation with a forgotten event.
 */
function lookAround(gone: ReadonlySet<string>, chosen: readonly Holder[]): ChooseLine {
  const conversations = new Set(
    chosen.flatMap(({ event }) => (WORK.test(event.type) ? [conversationOf(event)] : [])),
  );
  const isAny = conversations.has('') || conversations.size > FEW;
  const names = inLines(conversations);
  let ids = inLines(gone);
  return (buffer, start, end, { seq, batchEnd }) => {
    const type = typeOf(buffer, start, end);
    if (CONCLUDED.test(type)) return true;
    const isTurn = type === 'transcript.turn';
    if (!isTurn && !NOTED.test(type)) return false;
    const line = buffer.subarray(start, end);
    if (isTurn || type === 'session.summarized')
      if (isAny || names.some((name) => line.includes(name))) return true;
    if (isTurn) return false;
    // The lines before it in its batch have not been judged yet: it may describe one of them.
    if (gone.size > FEW || seq <= batchEnd) return true;
    if (ids.length < gone.size) ids = inLines(gone);
    return ids.some((id) => line.includes(id));
  };
}

function inLines(texts: ReadonlySet<string>): Buffer[] {
  return texts.size > FEW ? [] : Array.from(texts, (text) => Buffer.from(JSON.stringify(text)));
}

/** How far a conversation has come, and in which of its turns something is forgotten. */
interface Turns {
  count: number;
  forgotten: Set<number>;
  /** Something was forgotten since the last summary. */
  isOpen: boolean;
}

function follow(event: StoredEvent, isGone: boolean, turns: Map<string, Turns>): void {
  const name = conversationOf(event);
  const known = turns.get(name) ?? { count: 0, forgotten: new Set<number>(), isOpen: false };
  turns.set(name, known);
  if (event.type === 'transcript.turn' && event.payload['role'] === 'user') known.count++;
  if (!isGone || !WORK.test(event.type)) return;
  known.forgotten.add(known.count);
  known.isOpen = true;
}

/** A summary of a turn in which something is forgotten, or the first one after that. */
function tellsOfIt(event: StoredEvent, turns: Map<string, Turns>): boolean {
  const known = turns.get(conversationOf(event));
  if (known === undefined) return false;
  const wasOpen = known.isOpen;
  known.isOpen = false;
  return wasOpen || known.forgotten.has(Number(event.payload['prompt_number']));
}

function conversationOf({ payload, origin }: StoredEvent): string {
  const own = payload['session_id'] ?? origin?.session_id;
  return typeof own === 'string' ? own : '';
}

function isIn(ids: ReadonlySet<string>, id: unknown): boolean {
  return typeof id === 'string' && ids.has(id);
}

function coversOne({ payload }: { payload: JsonObject }, gone: ReadonlySet<string>): boolean {
  const { covers } = payload;
  return Array.isArray(covers) && covers.some((id) => isIn(gone, id));
}

function namesOne(session: string, { payload }: StoredEvent, places: ReadonlySet<string>): boolean {
  const { source_events: sources } = payload;
  if (!Array.isArray(sources)) return false;
  return sources
    .filter(isJsonObject)
    .some(
      ({ seq, session_id: of = session }) =>
        typeof of === 'string' && typeof seq === 'number' && places.has(`${of}/${seq}`),
    );
}
