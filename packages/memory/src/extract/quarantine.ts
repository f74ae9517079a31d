/** A person's decision about one text. Events from any channel that is not a person's have no effect. */
import { QUARANTINE_TYPE } from '../quarantine/decisions.ts';
import { document, textOf, type EntityKey, type Extracted, type Extractor } from './extracted.ts';

const CITED = /^eventloom:\/\/([A-Za-z0-9_.-]{1,128})\/events\/([1-9]\d{0,15})#[0-9a-f]{12,64}$/;
const HASH = /^[0-9a-f]{64}$/;

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
