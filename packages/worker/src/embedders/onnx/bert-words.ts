/** Splits a text into words like BERT's tokenizers. See `BertNormalizer` and `BertPreTokenizer` in tokenizer.json. */

export interface BertRules {
  cleanText: boolean;
  spaceChinese: boolean;
  stripAccents: boolean;
  lowercase: boolean;
}

/** Excludes characters that this Node's Unicode has not assigned, because another version may have. */
const CONTROL = /(?![\t\n\r])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\ufffd]/gu;
const IDEOGRAPH =
  /[\u4e00-\u9fff\u3400-\u4dbf\uf900-\ufaff\u{20000}-\u{2a6df}\u{2a700}-\u{2b81f}\u{2b920}-\u{2ceaf}\u{2f800}-\u{2fa1f}]/gu;
/** A single punctuation mark, or a run of other non-space characters. */
const WORD = /[\p{P}!-/:-@[-`{-~]|[^\p{P}!-/:-@[-`{-~\p{White_Space}]+/gu;

export function normalizeBert(text: string, rules: BertRules): string {
  let result = text;
  if (rules.cleanText) result = result.replace(CONTROL, '').replace(/\p{White_Space}/gu, ' ');
  if (rules.spaceChinese) result = result.replace(IDEOGRAPH, ' $& ');
  if (rules.stripAccents) result = result.normalize('NFD').replace(/\p{Mn}/gu, '');
  // Letter by letter, as the models were trained: without the final form of sigma.
  return rules.lowercase ? result.replaceAll('Σ', 'σ').toLowerCase() : result;
}

/** @example bertWords("it's here") // ['it', "'", 's', 'here'] */
export function bertWords(text: string): string[] {
  return text.match(WORD) ?? [];
}
