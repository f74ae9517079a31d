/** Events about other events: reinforcement, feedback under a purpose, and a person's decision about a text. */
import { isJsonObject, type JsonObject } from '@hookloom/core';
import type { StoredEvent } from '@hookloom/core/events';
import { outcomeSign } from '../salience/outcomes.ts';
import { MULTIPLIERS, type ReinforcementKind } from '../salience/salience.ts';
import {
  QUARANTINE_TYPE,
  textOf,
  type Extracted,
  type Extractor,
  document,
  type EntityKey,
} from './extracted.ts';

const MAX_TARGETS = 500;

/** Only reached for events that an operation wrote (`extract`). Otherwise a model could promote its own words. */
export const salienceChanged: Extractor = ({ payload, origin }) => {
  if (origin?.channel !== 'system') return {};
  const kind = textOf(payload, 'kind');
  if (!Object.hasOwn(MULTIPLIERS, kind)) return {};
  const standard = MULTIPLIERS[kind as ReinforcementKind];
  const { weight, targets } = payload;
  const multiplier = typeof weight === 'number' ? Math.min(2, Math.max(0.1, weight)) : standard;
  return {
    salience: (Array.isArray(targets) ? targets : []).slice(0, MAX_TARGETS).flatMap((target) => {
      if (!isJsonObject(target)) return [];
      const { seq, hash } = target;
      if (!Number.isSafeInteger(seq) || (seq as number) < 1 || typeof hash !== 'string') return [];
      return [{ seq: seq as number, hash, shown: kind === 'surfaced', multiplier }];
    }),
  };
};

/** Feedback that names a purpose counts for that purpose, positive or negative. */
export function outcomeOf({
  payload,
}: Pick<StoredEvent, 'payload'>): Pick<Partial<Extracted>, 'outcomes'> {
  const purpose = purposeName(payload);
  const sign = outcomeSign(textOf(payload, 'outcome', 'feedback'));
  const [type, name] = [textOf(payload, 'entity_type'), textOf(payload, 'entity_name')];
  if (purpose === '' || sign === null || type === '' || name === '') return {};
  return { outcomes: [{ type, name, purpose, sign }] };
}

function purposeName(payload: JsonObject): string {
  return textOf(payload, 'purpose').toLowerCase().replaceAll(/\s+/g, '-').slice(0, 120);
}

/** Retention fields that any event may have. */
export function keeping(payload: JsonObject): JsonObject {
  const { expires_at: expires, pinned, importance } = payload;
  return {
    ...(typeof expires === 'string' &&
      Number.isFinite(Date.parse(expires)) && { expires_at: expires }),
    ...(pinned === true && { pinned }),
    ...(typeof importance === 'number' && { importance: Math.min(1, Math.max(0, importance)) }),
  };
}

const CITED = /^eventloom:\/\/([A-Za-z0-9_.-]{1,128})\/events\/([1-9]\d{0,15})#[0-9a-f]{12,64}$/;
const HASH = /^[0-9a-f]{64}$/;

/** Events from any channel that is not a person's have no effect. */
export const quarantineDecided: Extractor = ({ type, payload, origin, threadId, seq }) => {
  const citation = textOf(payload, 'citation');
  const hash = textOf(payload, 'hash');
  const cited = CITED.exec(citation);
  if (origin?.channel !== 'user' || cited === null || !HASH.test(hash)) return {};
  if (cited[1] !== threadId) return {};
  const decision = type === 'memory.released' ? 'released' : 'held';
  const content = `${decision === 'released' ? 'Released for reading' : 'Held back'}: event ${cited[2]}.`;
  return {
    // Not searchable: a decision about a text does not answer questions about its subject.
    document: { ...document(content), searched: '' },
    facts: [
      {
        type: QUARANTINE_TYPE,
        name: cited[2]!,
        // Repeating a decision makes a new one: it also covers what was added to the text since.
        content: `${content} Decided with event ${seq}.`,
        properties: { decision, hash, seq: Number(cited[2]) },
        authority: 'observed',
      },
    ],
  };
};

/** A correction or invalidation of a fact cannot change a decision. Only a newer decision can. */
export function withoutDecisions(extracted: Partial<Extracted>): Partial<Extracted> {
  const others = <T extends EntityKey>(named: readonly T[]): T[] =>
    named.filter(({ type }) => type !== QUARANTINE_TYPE);
  const { facts, invalidate } = extracted;
  return {
    ...extracted,
    ...(facts !== undefined && { facts: others(facts) }),
    ...(invalidate !== undefined && { invalidate: others(invalidate) }),
  };
}
