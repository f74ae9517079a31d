/** The versions that a statement adds, and the content of their rows. */
import { defined, type JsonObject } from '@hookloom/core';
import { checkWriter, type StoredEvent } from '@hookloom/core/events';
import type { FactDraft } from '../extract/extracted.ts';
import type { Meaning } from '../statements/meaning.ts';
import { matchShare, type Relation } from '../statements/relation.ts';
import { slotOf } from '../statements/slot.ts';
import type { Statement } from '../statements/statement.ts';
import type { Validity } from '../statements/validity.ts';
import { seqOfDoc } from './stored-ids.ts';
import type { OpenFact } from './rows.ts';
import type { Said } from './endable-index.ts';

/** Earlier events that a repeated statement cites. */
const MOST_CITED = 8;
/** Maximum number of statements that one sentence ends. */
const MOST_ENDED = 5;

/** A person's sentence and how it changes earlier ones. */
export interface Effect {
  text: string;
  meaning: Meaning;
  validity: Validity;
  statement: Statement | null;
  ends: { said: Said; relation: Relation }[];
  /** The statement that it repeats. */
  repeats: Said | null;
}

/** How often it was said, and the events that said it before. */
export function countOf({
  properties,
  doc,
  hash,
}: Pick<OpenFact, 'properties' | 'doc' | 'hash'>): JsonObject {
  const cited = Array.isArray(properties['said_at']) ? properties['said_at'] : [];
  return {
    said: Number(properties['said'] ?? 1) + 1,
    said_at: [...cited, { seq: seqOfDoc(doc), hash: hash.slice(0, 12) }].slice(-MOST_CITED),
  };
}

export function fieldsOf({ validity, ends, repeats }: Effect): JsonObject {
  const { from, until } = validity;
  const ended = ends.map(({ said, relation }) => ({ seq: said.seq, relation }));
  const kept = ends.find(({ relation }) => relation === 'removes');
  return {
    ...defined({ starts_at: from, expires_at: until }),
    ...(ended.length > 0 && { [until === undefined ? 'ends' : 'suspends']: ended }),
    ...(kept !== undefined && { before: kept.said.text }),
    ...(repeats !== null && { repeats: true }),
  };
}

export function endedDraft({ text, seq }: Said): FactDraft {
  return {
    type: 'fact',
    name: `${slotOf(text)} (${seq})`,
    content: text,
    properties: { speaker: 'user', cue: 'what was said later', change: 'plain' },
    authority: 'observed',
  };
}

export function draftOf(
  { kind, text, speaker, cue, change, why, turn }: Statement,
  event: StoredEvent,
): FactDraft {
  const wrote = checkWriter(event);
  return {
    type: kind,
    name: slotOf(text),
    content: text,
    properties: { speaker, cue, change, ...defined({ why, turn: turn && { ...turn } }) },
    authority:
      wrote === 'authorised' ? 'observed' : wrote === 'imported' ? 'imported' : 'non_authoritative',
  };
}

/** Of several statements that it may end, the ones that fit best. */
export function bestOf({ ends, meaning }: Effect): Effect['ends'] {
  const fits = ends.map(({ said }) => matchShare(meaning, said.meaning));
  const best = Math.max(...fits);
  return ends.filter((_, at) => fits[at] === best).slice(0, MOST_ENDED);
}
