/** A domain or session part from free text: lower-case, `-` between words, never empty. */
export function slug(text: string): string {
  const out = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 64);
  return out === '' ? 'workspace' : out;
}
