/** The characters of a name: letters (including accents and other scripts), digits, `_` and `-`. */
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
