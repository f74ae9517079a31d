/** The statements of one sentence, by the cues of its language. */
import type { Cue, CueTable } from './cues/table.ts';
import { labelOf } from './labels.ts';
import { isPhrase, isShouted } from './letters.ts';
import type { Statement, StatementKind } from './statement.ts';

export interface Reading {
  speaker: Statement['speaker'];
  tables: readonly CueTable[];
  /** Default: all. */
  isAllowed?: (kind: StatementKind, isAnywhere?: boolean) => boolean;
}

/**
 * An assistant's fact about a system is valid even if it names a condition: "exits with code 3 if the lock is held".
 */
const CONDITION = /,? (?:if|wenn|falls) .*$/i;

export function readSentence(
  text: string,
  { speaker, tables, isAllowed }: Reading,
): Statement | null {
  if (!isWorthReading(text)) return null;
  const labelled = text.endsWith(':') ? null : labelOf(text);
  if (labelled !== null && isAllowed?.(labelled.kind) !== false)
    return { ...labelled, text, change: 'plain', speaker };
  for (const table of tables) {
    const found = speaker === 'user' ? inUser(text, table) : inAssistant(text, table, isAllowed);
    if (found === null) continue;
    const isCorrection = speaker === 'user' && table.correction.test(text);
    const change = isCorrection ? 'correction' : 'plain';
    return { ...found, text, change, ...reasonOf(text, table), speaker };
  }
  return null;
}

type Found = { kind: StatementKind; cue: string } | null;

function inUser(text: string, table: CueTable): Found {
  return isOfThisStep(text, table) ? null : firstCue(table.user, text, undefined, table.once);
}

function inAssistant(text: string, table: CueTable, isAllowed: Reading['isAllowed']): Found {
  if (!isUncertain(text, table)) return firstCue(table.assistant, text, isAllowed);
  const main = text.replace(CONDITION, '.');
  if (main === text || isUncertain(main, table) || isAllowed?.('fact') === false) return null;
  return firstCue(table.facts ?? [], main, undefined);
}

function isOfThisStep(text: string, { step, supposed, lasting, postponed }: CueTable): boolean {
  return (
    (step.test(text) || supposed.test(text)) &&
    !lasting.test(text) &&
    postponed?.test(text) !== true
  );
}

function isUncertain(text: string, { supposed, hedged }: CueTable): boolean {
  return supposed.test(text) || hedged?.test(text) === true;
}

function firstCue(
  cues: readonly Cue[],
  text: string,
  isAllowed: Reading['isAllowed'],
  once?: RegExp,
): Found {
  for (const { kind, pattern, isAnywhere } of cues) {
    if (isAllowed?.(kind, isAnywhere) === false) continue;
    const match = pattern.exec(text);
    if (match === null || (kind === 'rule' && once?.test(text) === true)) continue;
    return { kind, cue: match[0].trim().slice(0, 60).toLowerCase() };
  }
  return null;
}

function reasonOf(text: string, { why }: CueTable): { why?: string } {
  const at = why.exec(text);
  if (at === null || at.index < 8) return {};
  const reason = text.slice(at.index + at[0].length).trim();
  return reason.length < 8 ? {} : { why: reason };
}

/** A word or two are not a decision. Text in capitals is emphasis about this one request. */
function isWorthReading(text: string): boolean {
  return isPhrase(text) && !isShouted(text);
}

/** The result of the cues for a person's sentence without a kind: `step`, `supposed`, or `none`. */
export function withoutKind(text: string, tables: readonly CueTable[]): string {
  if (tables.some(({ step }) => step.test(text))) return 'step';
  return tables.some(({ supposed }) => supposed.test(text)) ? 'supposed' : 'none';
}
