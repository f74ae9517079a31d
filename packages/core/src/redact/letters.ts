/** Letters, also with accents or of other scripts, digits, `_` and `-`: what a name is made of. */
export function isOfName(code: number): boolean {
  const lower = code | 32;
  return (
    (lower > 96 && lower < 123) ||
    (code > 47 && code < 58) ||
    code === 95 ||
    code === 45 ||
    (code > 191 && code < 8192)
  );
}
