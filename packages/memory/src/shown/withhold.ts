/** Which texts are withheld, by rules and by a person's decisions about single texts. */
import type { Recorded } from './recorded.ts';
import type { Channel } from '@hookloom/core/events';
import { hash } from 'node:crypto';
import { renderCitation } from '@hookloom/core';
import { cleanText } from './clean-text.ts';
import { isUntrusted } from '../channels.ts';
import { whyWithheld } from './imperatives.ts';
import type { WithheldReason } from './directives.ts';
import { bareHex } from '../store/stored-ids.ts';
import { QUARANTINE_TYPE } from '../extract/extracted.ts';
import type { Memory } from '../memory.ts';
import type { FactRequest, FactRow } from '../rows.ts';

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
function entryOf({ session, seq, hash, channel }: Recorded, reason: Withheld['reason']): Withheld {
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

export type QuarantineDecision = 'released' | 'held';

/** The decision, and the full hash of its text. Does not apply to another text at the same position. */
export interface DecidedText {
  decision: QuarantineDecision;
  /** 64 hex digits. */
  hash: string;
  /** The seq of the decision, which does not cover text that was added later. */
  at: number;
}

/** By `session/seq`. */
export type QuarantineDecisions = ReadonlyMap<string, DecidedText>;

const MAX_DECISIONS = 10_000;

/** The request for decisions. Includes those after a ref, because a withheld text is withheld everywhere. */
export function decisionsRequest(sessions: readonly string[]): FactRequest {
  return { sessions: [...sessions], types: [QUARANTINE_TYPE], limit: MAX_DECISIONS };
}

/** The newest decision about each text. */
export async function readDecisions(
  memory: Pick<Memory, 'facts'>,
  sessions: readonly string[],
): Promise<QuarantineDecisions> {
  return decisionsIn(await memory.facts(decisionsRequest(sessions)));
}

/** The decisions among the facts. */
export function decisionsIn(facts: readonly FactRow[]): QuarantineDecisions {
  const decisions = new Map<string, DecidedText>();
  // A decision only counts in the log of its text, so the log of another session cannot release it.
  for (const { session, properties, seq: decidedAt } of facts) {
    const { decision, hash, seq } = properties;
    if (typeof hash !== 'string' || (decision !== 'released' && decision !== 'held')) continue;
    decisions.set(`${session}/${Number(seq)}`, { decision, hash, at: decidedAt });
  }
  return decisions;
}

/** A person's decision about exactly this text; null if there is none. */
export function decisionOn(
  { session, seq, hash, told = 0 }: Pick<Recorded, 'session' | 'seq' | 'hash' | 'told'>,
  decisions: QuarantineDecisions,
): QuarantineDecision | null {
  const found = decisions.get(`${session}/${seq}`);
  const bare = hash.startsWith('sha256:') ? hash.slice('sha256:'.length) : hash;
  if (found === undefined || !found.hash.startsWith(bare)) return null;
  return found.decision === 'released' && found.at < told ? null : found.decision;
}
