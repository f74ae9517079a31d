/** One event as the quarantine sees it: whether its text is withheld, and why. */
import { renderCitation } from '@hookloom/core';
import type { Channel, StoredEvent } from '@hookloom/core/events';
import { lessTrusted } from '../channels.ts';
import { label } from './clean-text.ts';
import {
  quarantineId,
  reasonToWithhold,
  type Withheld,
  type QuarantineDecision,
} from './withhold.ts';
import { textOf } from '../extract/extracted.ts';
import { extract } from '../extract/index.ts';
import { NOTE_FIELDS, notedTexts, textsUnder } from '../extract/noted-text.ts';
import { bareHex } from '../store/stored-ids.ts';

export interface HeldText extends Withheld {
  seq: number;
  event_type: string;
  /** A name; `unnamed` if the recorded name could be any text. */
  actor: string;
  timestamp: string;
  state: 'withheld' | 'released';
}

/** An event of an older log has no channel: its text is treated as a tool's. */
const UNNAMED: Channel = 'tool';

/** Additions of later events to earlier ones: decisions of a person, and additions to a note. */
export type ReadTogether = ReturnType<typeof readTogether>;

export function readTogether() {
  return {
    /** By seq. */
    decisions:
      new Map() /** Texts by the id of the note's event, and the seq of the newest one that a program wrote. */,
    added:
      new Map() /** By seq: the channel that an event inherits from the outside text that it repeats. */,
    inherited: new Map(),
  };
}

/** All text of the event that could be shown; empty for content that is never returned as memory. */
export function textOfEvent(event: StoredEvent, { added }: ReadTogether = readTogether()): string {
  const own = notedTexts(event);
  if (own.length > 0) return [...own, ...(added.get(event.id)?.texts ?? [])].join('\n');
  return recalledText(event);
}

/** The text as recall returns it. */
function recalledText(event: StoredEvent): string {
  const { document, facts = [] } = extract(event);
  const said = facts.map(({ name, content }) => `${name}\n${content}`);
  return [...(document ? [document.content] : []), ...said].join('\n');
}

/** Null for an event whose text is neither suspicious nor withheld by a person. */
export function heldText(
  session: string,
  event: StoredEvent,
  together: ReadTogether,
): HeldText | null {
  if (event.shredded !== null) return null;
  const decided = together.decisions.get(event.seq);
  const isSame = decided?.hash === bareHex(event.hash);
  const isStale = decided !== undefined && decided.at < (together.added.get(event.id)?.told ?? 0);
  const decision =
    isSame && !(isStale && decided.decision === 'released') ? decided.decision : null;
  const own = event.origin?.channel ?? UNNAMED;
  const channel = lessTrusted(own, together.inherited.get(event.seq) ?? own);
  const found = [textOfEvent(event, together), recalledText(event)]
    .map((text) => (text === '' ? null : reasonToWithhold(channel, text)))
    .find((reason) => reason !== null);
  if (found === undefined && decision !== 'held') return null;
  return {
    id: quarantineId(event.hash),
    citation: renderCitation(session, event.seq, event.hash),
    channel,
    reason: decision === 'held' ? 'held_by_person' : found!,
    seq: event.seq,
    event_type: event.type,
    actor: label(event.actorId),
    timestamp: event.timestamp,
    state: decision === 'released' ? 'released' : 'withheld',
  };
}

const ADDITIONS: readonly string[] = ['note.merged', 'note.changed'];
const DECISIONS: readonly string[] = ['memory.released', 'memory.quarantined'];
/** The events that `note` processes. */
export const TOGETHER_TYPES: readonly string[] = [...ADDITIONS, ...DECISIONS];

/** Processes an event about an earlier one. The newest decision counts. */
export function note({ decisions, added }: ReadTogether, event: StoredEvent): void {
  if (event.shredded !== null) return;
  const { type, payload } = event;
  if (ADDITIONS.includes(type)) {
    const to = textOf(payload, 'note');
    const known = added.get(to) ?? { texts: [], told: 0 };
    const texts = textsUnder(payload, NOTE_FIELDS);
    const told = type === 'note.merged' && texts.length > 0 ? event.seq : known.told;
    added.set(to, { texts: [...known.texts, ...texts], told });
  }
  if (!DECISIONS.includes(type)) return;
  const { decision, hash, seq } = extract(event).facts?.[0]?.properties ?? {};
  if (isDecision(decision) && typeof hash === 'string')
    decisions.set(Number(seq), { decision, hash, at: event.seq });
}

function isDecision(value: unknown): value is QuarantineDecision {
  return value === 'released' || value === 'held';
}
