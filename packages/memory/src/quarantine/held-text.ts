/** One event as the quarantine sees it: is its text kept back, and why. */
import { renderCitation, type Channel, type StoredEvent } from '@hookloom/core';
import { label } from '../checkout/items.ts';
import { quarantineId, whyKeptBack, type Withheld } from '../checkout/withhold.ts';
import { extract } from '../extract/index.ts';
import { bareHex } from '../checkout/ref-target.ts';
import type { DecidedText, QuarantineDecision } from './decisions.ts';

export interface HeldText extends Withheld {
  seq: number;
  event_type: string;
  /** A name; `unnamed` where what was recorded as one could say anything. */
  actor: string;
  timestamp: string;
  state: 'withheld' | 'released';
}

/** An event of an older log names no channel: its text is taken for a tool's. */
const UNNAMED: Channel = 'tool';

/** Everything of the event that could be shown; empty for what never comes back as memory. */
export function textOfEvent(event: StoredEvent): string {
  const { document, facts = [] } = extract(event);
  const said = facts.map(({ name, content }) => `${name}\n${content}`);
  return [...(document ? [document.content] : []), ...said].join('\n');
}

/** Null for an event whose text is neither suspicious nor held by a person. */
export function heldText(
  session: string,
  event: StoredEvent,
  decided: DecidedText | undefined,
): HeldText | null {
  if (event.shredded !== null) return null;
  const decision = decided?.hash === bareHex(event.hash) ? decided.decision : null;
  const text = textOfEvent(event);
  const channel = event.origin?.channel ?? UNNAMED;
  const found = text === '' ? null : whyKeptBack(channel, text);
  if (found === null && decision !== 'held') return null;
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

/** Takes a person's decision into account, where the event is one; the newest counts. */
export function note(decisions: Map<number, DecidedText>, event: StoredEvent): void {
  if (event.type !== 'memory.released' && event.type !== 'memory.quarantined') return;
  const { decision, hash, seq } = extract(event).facts?.[0]?.properties ?? {};
  if (isDecision(decision) && typeof hash === 'string')
    decisions.set(Number(seq), { decision, hash });
}

function isDecision(value: unknown): value is QuarantineDecision {
  return value === 'released' || value === 'held';
}
