/** Events about use: reinforcement of events, and feedback under a purpose. */
import { isJsonObject, type JsonObject } from '@hookloom/core';
import type { StoredEvent } from '@hookloom/core/events';
import { outcomeSign } from '../salience/outcomes.ts';
import { MULTIPLIERS, type ReinforcementKind } from '../salience/salience.ts';
import { textOf, type Extracted, type Extractor } from './extracted.ts';

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
