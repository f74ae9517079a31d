/** `*` in a text, without a regular expression: nothing a person writes there can make it slow. */

/**
 * Whether the pattern matches the complete text; `*` matches any run of characters, including none. At most pattern ×
 * text steps.
 *
 * @param special Called for another special character of the pattern, such as `?`: whether it matches this character of
 * the text.
 * @example wildcard('git * main', 'git push origin main') === true
 */
export function wildcard(
  pattern: string,
  text: string,
  special: (one: string, other: string) => boolean = (one, other) => one === other,
): boolean {
  let at = 0;
  let star = -1;
  let resume = 0;
  let position = 0;
  while (position < text.length) {
    if (at < pattern.length && pattern[at] === '*') {
      star = at++;
      resume = position;
    } else if (at < pattern.length && special(pattern[at]!, text[position]!)) {
      at++;
      position++;
    } else if (star >= 0) {
      at = star + 1;
      position = ++resume;
    } else return false;
  }
  while (pattern[at] === '*') at++;
  return at === pattern.length;
}
