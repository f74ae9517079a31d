/** @example inWords(['a', 'b', 'c', 'd'], 'file') === 'a, b and 2 more files' */
export function inWords(items: readonly string[], noun: string, shown = 2): string {
  if (items.length === 0) return `no ${noun}`;
  const more = items.length - shown;
  if (more > 0)
    return `${items.slice(0, shown).join(', ')} and ${more} more ${noun}${more === 1 ? '' : 's'}`;
  return items.length === 1
    ? items[0]!
    : `${items.slice(0, -1).join(', ')} and ${items[items.length - 1]!}`;
}

/** One line of limited length, never cut inside a character. */
export function line(text: string, limit: number): string {
  const folded = text.replace(/\s+/g, ' ').trim();
  return folded.length <= limit
    ? folded
    : `${folded
        .slice(0, limit - 1)
        .toWellFormed()
        .trimEnd()}…`;
}

/** Quotes program output, to show that the words are not ours. */
export function quoted(text: string | null): string | null {
  const bare = (text ?? '').replace(/<\/?untrusted_context>/g, ' ').replaceAll('"', "'");
  const folded = line(bare, 160);
  return folded === '' ? null : `“${folded}”`;
}

export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function unique(items: Iterable<string>): string[] {
  return [...new Set(items)].filter((item) => item !== '');
}
