/** The index form of a word: its base if it is irregular, then its stem. */
import { baseForm } from './irregular-forms.ts';
import { porterStem } from './porter-stem.ts';

/** @example wordStem('bought') === wordStem('buying') */
export function wordStem(word: string): string {
  return porterStem(baseForm(word));
}
