import type { Recorded } from './recorded.ts';
import type { Channel } from '@hookloom/core/events';
import { hash } from 'node:crypto';
import { renderCitation } from '@hookloom/core';
import { decisionOn, type QuarantineDecisions } from '../quarantine/decisions.ts';
import { cleanText } from './clean-text.ts';
import { isUntrusted } from '../channels.ts';
import { whyWithheld } from './imperatives.ts';
import type { WithheldReason } from './directives.ts';
import { bareHex } from '../store/stored-ids.ts';

/** A withheld text: where it is and why, never its content. */
export interface Withheld {
  /** The id for `memory quarantine`. */
  id: string;
  citation: string;
  channel: Channel;
  reason: WithheldReason | 'held_by_person';
}

const NO_DECISIONS: QuarantineDecisions = new Map();

/**
 * Why a text is withheld, or null. A model's own text is checked by the same rules, because it may repeat text that the
 * model read. Only a claim of approval is normal in its reports and not a reason.
 */
export function reasonToWithhold(channel: Channel, recorded: string): WithheldReason | null {
  if (channel !== 'model' && !isUntrusted(channel)) return null;
  const reason = judged(recorded, STRICT.has(channel));
  return channel === 'model' && reason !== null && MODEL_EVERYDAY.has(reason) ? null : reason;
}

/**
 * Caches the results, because most rows are judged several times for one answer. The keys are digests, so that no text
 * stays in memory.
 */
const known = new Map<string, WithheldReason | null>();
const MAX_KNOWN = 20_000;

function judged(recorded: string, strict: boolean): WithheldReason | null {
  const key = `${strict} ${hash('sha256', recorded, 'base64')}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  // We write the role before a turn, even if the turn repeats outside text.
  const said = recorded.replace(OWN_ROLE, '');
  const reason = whyWithheld(said, cleanText(said), { strict });
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(key, reason);
  return reason;
}

/** Channels whose how-tos and reports have no need to instruct an agent. */
const STRICT: ReadonlySet<Channel> = new Set<Channel>(['web', 'mcp']);
const OWN_ROLE = /^assistant: /;
const MODEL_EVERYDAY: ReadonlySet<WithheldReason> = new Set(['claims_authority']);

/**
 * A person released the text for reading, not for relying on it. If a text only repeated outside text, it can be relied
 * on again after its release, because it has its own channel and does not address the assistant.
 */
export function isOnlyReleased(recorded: Recorded, decisions: QuarantineDecisions): boolean {
  if (decisionOn(recorded, decisions) !== 'released') return false;
  return (
    isUntrusted(recorded.channel) || reasonToWithhold(recorded.channel, recorded.text) !== null
  );
}

/** Separates texts that may be shown from texts that address the assistant. */
export function withhold<T>(
  rows: readonly T[],
  read: (row: T) => Recorded,
  decisions: QuarantineDecisions = NO_DECISIONS,
): { kept: T[]; withheld: Withheld[] } {
  const kept: T[] = [];
  const withheld: Withheld[] = [];
  for (const row of rows) {
    const recorded = read(row);
    const decided = decisionOn(recorded, decisions);
    const reason =
      decided === 'held'
        ? 'held_by_person'
        : decided === 'released'
          ? null
          : reasonToWithhold(recorded.channel, recorded.text);
    if (reason === null) kept.push(row);
    else withheld.push(entryOf(recorded, reason));
  }
  return { kept, withheld };
}

/** @example entryOf(row, 'role_marker').id === 'q0464261d6ec0' */
export function entryOf(
  { session, seq, hash, channel }: Recorded,
  reason: Withheld['reason'],
): Withheld {
  return {
    id: quarantineId(hash),
    citation: renderCitation(session, seq, hash),
    channel,
    reason,
  };
}

export function quarantineId(hash: string): string {
  return `q${bareHex(hash).slice(0, 12)}`;
}
