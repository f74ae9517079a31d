/** The statements of one sentence, by the cues of its language. */
import type { Cue, CueTable } from './cues/table.ts';
import { labelOf } from './labels.ts';
import { isPhrase, isShouted } from './letters.ts';
import type { Statement, StatementKind } from './statement.ts';

export interface Reading {
  speaker: Statement['speaker'];
  tables: readonly CueTable[];
  /** Default: all. */
  isAllowed?: (kind: StatementKind) => boolean;
}

export function readSentence(
  text: string,
  { speaker, tables, isAllowed }: Reading,
): Statement | null {
  if (!isWorthReading(text)) return null;
  const labelled = text.endsWith(':') ? null : labelOf(text);
  if (labelled !== null && isAllowed?.(labelled.kind) !== false)
    return { ...labelled, text, change: 'plain', speaker };
  for (const table of tables) {
    if (speaker === 'user' ? isOfThisStep(text, table) : isUncertain(text, table)) continue;
    const found = firstCue(speaker === 'user' ? table.user : table.assistant, text, isAllowed);
    if (found === null) continue;
    const isCorrection = speaker === 'user' && table.correction.test(text);
    const change = isCorrection ? 'correction' : 'plain';
    return { ...found, text, change, ...reasonOf(text, table), speaker };
  }
  return null;
}

function isOfThisStep(text: string, { step, supposed, lasting }: CueTable): boolean {
  return (step.test(text) || supposed.test(text)) && !lasting.test(text);
}

function isUncertain(text: string, { supposed, hedged }: CueTable): boolean {
  return supposed.test(text) || hedged?.test(text) === true;
}

function firstCue(
  cues: readonly Cue[],
  text: string,
  isAllowed: Reading['isAllowed'],
): { kind: StatementKind; cue: string } | null {
  for (const { kind, pattern } of cues) {
    if (isAllowed?.(kind) === false) continue;
    const match = pattern.exec(text);
    if (match !== null) return { kind, cue: match[0].trim().slice(0, 60).toLowerCase() };
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
