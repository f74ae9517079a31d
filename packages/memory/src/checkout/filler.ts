/** Rows that would only fill an answer: they have no content about the question. */
import { isClientText, isProgress } from '../channels.ts';
import { tablesFor } from '../statements/cues/languages.ts';
import type { Candidate } from './candidate.ts';

/** Longer texts agree with something and say more. */
const MAX_AGREEMENT = 60;
const SPEAKER = /^\w+:\s*/;
/** A call without its result, a session that began or ended. */
const BARE_RECORD =
  /^(?:Tool \S+ (?:ok|completed)\.(?: On: [^\n]{1,400})?|session \w+\.(?: \w+: [^\n.]{1,80}\.)*)$/;

/** Only agreement, or without a word of the question: a client's marks, the next step, a bare record. */
export function isFiller(row: Candidate): boolean {
  const text = row.content.replace(SPEAKER, '').trim();
  if (row.sourceKind === 'transcript' && onlyAgrees(text)) return true;
  if (row.terms.size > 0) return false;
  return isClientText(text) || BARE_RECORD.test(text) || isProgress(row);
}

function onlyAgrees(text: string): boolean {
  return text.length <= MAX_AGREEMENT && tablesFor(text).some(({ yes }) => yes.test(text));
}
