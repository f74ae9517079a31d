/** Sentences that only refer to their subject, and are unclear alone. */

const OPENING =
  '(?:(?:and|but|so|yes|no|ok(?:ay)?|hm+|well|also|because|und|aber|ja|nein|also|mais|donc|pero|pues)[,.!…]*\\s+)*';
const VERB =
  "(?:is|are|was|were|has|have|had|do(?:es)?|do(?:es)?n['’]?t|did(?:n['’]?t)?|should\\w*|must\\w*|can\\w*|could\\w*|will|won['’]?t|would\\w*|needs?|seems?|looks?|works?|makes?|might|may|goes|gets?|sounds?|feels?|isn['’]?t|aren['’]?t|wasn['’]?t|ist|sind|war(?:en)?|hat|soll\\w*|muss|müssen|kann|geht|funktioniert|est|sont|era|es|son|debe)";
const SUBJECT = new RegExp(
  `^${OPENING}(?:(?:it|this|that|these|those|they|das|dies(?:es)?|es|cela|ça|esto|eso)\\s+(?:(?:really|actually|just|still|also|only|then|now)\\s+)?${VERB}(?!\\p{L})|(?:it|that|this)['’]s\\s|(?:she|he|er|elle|ella|él|она|он)\\s\\p{L}|(?:they|these|those)['’]re\\s|c['’]est\\s|это\\s|[这那它](?!个|里|种|次|样))`,
  'iu',
);

/** @example startsWithPronoun('That is not working.') // true; false for 'That test is not working.' */
export function startsWithPronoun(text: string): boolean {
  return SUBJECT.test(text);
}
