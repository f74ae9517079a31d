/** Questions about names in code: their words must match exactly; similar words only mislead. */

const SIGNS =
  /[`{}<>=\\]|::|->|=>|\w\(|\w\/\S*[./]\w|\w_\w|[a-z][A-Z]|\w{2}\.[a-z]{1,4}\b|--\w|\b0x[0-9a-f]+/;

/**
 * @example isCodeLike('why does parseConfig fail?') // true
 * @example isCodeLike('what did we decide about retries?') // false
 */
export function isCodeLike(query: string): boolean {
  return SIGNS.test(query);
}
