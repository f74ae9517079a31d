/** What tests of other packages use; source may not import it. */
export type { LeanRequest } from '../src/checkout/lean/lean-checkout.ts';
export type { FactRequest, SourceRow } from '../src/rows.ts';
export { openDatabase } from '../src/store/sqlite/driver.ts';
export { attackTexts } from './lanes/attack-texts.ts';
export { attacks, BENIGN, QUESTIONS } from './poisoning/attacks.ts';
