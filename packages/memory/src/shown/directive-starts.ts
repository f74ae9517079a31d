/**
 * The alternatives of a pattern, each up to its first `[^…]`: cheap to compile, and one of them matches wherever the
 * full pattern does. For lower-case ASCII text: a letter there is one of a to z.
 *
 * @example startsInAscii('hide[^.]{0,40}user|ai(?!\\p{L})') // ['hide', 'ai(?![a-z])']
 */
export function startsInAscii(pattern: string): string[] {
  const found: string[] = [];
  let start = '';
  let depth = 0;
  let isCut = false;
  for (const [part] of pattern.matchAll(/\\.|\[\^?(?:\\.|[^\]\\])*\]|[^]/gu)) {
    if (part === '(') depth++;
    if (part === ')') depth--;
    if (part === '|' && depth === 0) {
      found.push(start);
      start = '';
      isCut = false;
      continue;
    }
    isCut ||= depth === 0 && part.startsWith('[^');
    if (!isCut) start += part;
  }
  found.push(start);
  return found.map((one) => one.replaceAll('\\p{L}', '[a-z]'));
}
