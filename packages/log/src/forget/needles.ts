/** Finds the lines of a log that may hold forgotten texts, without parsing the others. */
import type { LineFilter } from '../read/recorded-if.ts';
import type { GateValue } from './gate-values.ts';

/** In other texts, letters and digits alone do not tell what the gate would compare. */
const UNSURE = /[^\x00-\x7f]|`|\\[^"nrt]/;
const ESCAPES = /\\[nrt]/g;
const NOT_WORD = /[^a-z0-9]+/g;
const PAYLOAD = Buffer.from('"payload":');
const CAUSED_BY = Buffer.from(',"causedBy":');
const THREAD = Buffer.from(',"threadId":');

/**
 * True for every canonical line in which a gate of these values finds something, and for few others: each value consists of
 * parts that are in the line once everything but letters and digits is left out.
 */
export function needlesOf(values: readonly GateValue[]): LineFilter {
  const wanted = values.map(({ compact }) => compact.split('\u0001'));
  const parts = [...new Set(wanted.flat())];
  const placeOf = new Map(parts.map((part, at) => [part, at]));
  const groups = wanted.map((of) => of.map((part) => placeOf.get(part)!));
  const isThere: boolean[] = [];
  return (buffer, start, end) => {
    const texts = textsOf(buffer, start, end);
    if (texts === null || UNSURE.test(texts)) return true;
    const folded = texts.replace(ESCAPES, ' ').toLowerCase().replace(NOT_WORD, '');
    parts.forEach((part, at) => (isThere[at] = folded.includes(part)));
    return groups.some((group) => group.every((at) => isThere[at]));
  };
}

/** The actor and the payload: the parts of an event that a gate reads. */
function textsOf(buffer: Buffer, start: number, end: number): string | null {
  const line = buffer.subarray(start, end);
  const [actorEnd, payload, payloadEnd] = [
    line.indexOf(CAUSED_BY),
    line.indexOf(PAYLOAD),
    line.lastIndexOf(THREAD),
  ];
  if (actorEnd < 0 || payload < 0 || payloadEnd < payload) return null;
  return `${line.toString('latin1', 0, actorEnd)} ${line.toString('latin1', payload, payloadEnd)}`;
}
