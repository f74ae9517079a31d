/** Questions about names in code: their words must match exactly; similar words only mislead. */

const SIGNS =
  /[`{}<>=\\]|::|->|=>|\w\(|\w\/\S*[./]\w|\w_\w|\b[a-z]+[A-Z][a-z]|\w{2}\.[a-z]{1,4}\b|--\w|\b0x[0-9a-f]+/;
/** Names of products and sites, which look like names in code: Node.js, Fly.io. */
const BRANDS =
  /\b(?:[A-Z][\w-]*|node|next|vue|react|express|three)\.js\b|\b[\w-]+\.(?:io|ai|com|org|net|dev|app)\b/g;

/**
 * @example isCodeLike('why does parseConfig fail?') // true
 * @example isCodeLike('what did we decide about PostgreSQL?') // false
 */
export function isCodeLike(query: string): boolean {
  return SIGNS.test(query.replace(BRANDS, ' '));
}
