/** Values that texts state: which number a sentence gives for the subject, and when it is not a measurement. */
import { statedPart } from '../question/stated-part.ts';
import type { ComposedQuestion } from './composed-question.ts';
import { ledgerRow } from './ledger.ts';
import type { ExcludeReason, LedgerRow } from './ledger-row.ts';
import { readCounts, readQuantities, type Quantity } from './quantities.ts';
import type { Source } from './sources.ts';
import { containsAll, type Subject } from './subject.ts';
import { factorOf } from './units.ts';

/** Kinds that say how something should be, so that a number in them is a rule and not a measurement. */
const NORMS: ReadonlySet<string> = new Set(['context_policy', 'decision', 'goal', 'preference']);
const PLANNED =
  /\b(?:expect(?:ed|s)?|estimate[ds]?|should|would|could|will|shall|must|may|might|maybe|perhaps|plan(?:ned|s)?|target|budget|limit|allow(?:ed|s)?|if|unless|suppose|guess|imagine|hope|aim)\b/i;
const AGGREGATED = /\b(?:total|sum|altogether|overall|in all|average|mean|combined|in total)\b/i;
const FAILED = /\b(?:fail(?:s|ed|ing|ures?)?|crash(?:es|ed)?|broken?|errors?)\b/i;
const PASSED = /\b(?:pass(?:es|ed|ing)?|succeed(?:s|ed)?|green)\b/i;

/** Values that a text states in a sentence about the subject. */
export function statedRows(
  source: Source,
  composed: ComposedQuestion,
  subject: Subject,
): LedgerRow[] {
  const rows: LedgerRow[] = [];
  // A turn covers many things, so only the sentence itself shows what a number is about.
  const about = source.kind === 'transcript_turn' ? '' : source.name;
  for (const sentence of sentencesOf(source)) {
    if (!containsAll(subject, `${about}\n${sentence}`)) continue;
    const quantities = quantitiesOf(sentence, composed);
    const change = composed.operation === 'difference' ? changeOf(sentence, quantities) : null;
    for (const quantity of change ?? quantities) {
      const label = change === null ? {} : { label: quantity === change[0] ? 'before' : 'after' };
      const doubt = change === null && quantities.filter(({ measured }) => measured).length > 1;
      const excluded = source.standing ?? statedDoubt(source, sentence, composed);
      rows.push(
        ledgerRow(source, rows.length + 1, {
          kind: quantity.kind,
          value: quantity.value,
          unit: quantity.unit,
          raw_span: quantity.span,
          ...label,
          normalized_identity: identityOf(quantity, `${about} ${sentence}`),
          include_reason: 'stated_value',
          exclude_reason:
            excluded ??
            (change === null && !quantity.measured ? 'not_a_measurement' : null) ??
            (doubt ? 'several_values' : null),
        }),
      );
    }
  }
  return rows;
}

function sentencesOf({ text, kind, isRecord }: Source): string[] {
  if (isRecord) return [text];
  const stated = kind === 'transcript_turn' ? statedPart(text) : text;
  return stated
    .split(/(?<=[.!?;])\s+|\n+/)
    .filter((sentence) =>
      /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|zero)\b/i.test(
        sentence,
      ),
    );
}

function quantitiesOf(sentence: string, { measure, noun }: ComposedQuestion): Quantity[] {
  if (noun !== null) return readCounts(sentence, noun);
  return readQuantities(sentence).filter(({ kind }) => measure === null || kind === measure);
}

/** "from 12 s to 9 s": the first and the second of two values of one kind. */
function changeOf(sentence: string, quantities: readonly Quantity[]): [Quantity, Quantity] | null {
  const [from, to] = quantities;
  if (from === undefined || to === undefined || quantities.length !== 2) return null;
  if (from.kind !== to.kind || !/\bfrom\s+$/i.test(sentence.slice(0, from.index))) return null;
  const between = sentence.slice(from.index + from.span.length, to.index);
  return /^\s*(?:(?:down |back )?to|→|->)\s*$/i.test(between) ? [from, to] : null;
}

function statedDoubt(
  source: Source,
  sentence: string,
  { operation, outcome, measure }: ComposedQuestion,
): ExcludeReason | null {
  // Program output is a statement of the program, not of the write path.
  if (source.isRecord) return 'untrusted_channel';
  if (source.kind === 'task' && source.fields['status'] !== 'completed') return 'not_a_measurement';
  if (NORMS.has(source.kind) || PLANNED.test(sentence)) return 'not_a_measurement';
  if (operation !== 'difference' && AGGREGATED.test(sentence)) return 'already_aggregated';
  if (outcome === null || measure !== null) return null;
  const [failed, passed] = [FAILED.test(sentence), PASSED.test(sentence)];
  if (failed && passed) return 'several_values';
  return (outcome === 'failed' ? failed : passed) ? null : 'other_outcome';
}

/** The value and its subject. Two wordings of one statement on different days stay separate, see `dedupe`. */
function identityOf({ kind, value, unit }: Quantity, said: string): string {
  const words = said.toLowerCase().match(/\p{L}{3,}/gu) ?? [];
  const about = [...new Set(words)].sort().join(' ');
  const base = Math.round(value * factorOf(unit) * 1e6) / 1e6;
  const comparable = kind === 'duration' || kind === 'size' ? '' : unit;
  return `${kind}:${base}${comparable}:${about}`;
}
