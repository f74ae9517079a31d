/** Removes private spans from a text that contains their tags. */

/** Also as JSON, HTML and URLs write the angle bracket. */
const TAG =
  /(?:<|\\{1,4}u003c|&lt;|%3c)(\/|%2f|\\\/)?(private|(?:claude-mem|hookloom)-context|system[_-]instruction|persisted-output|system-reminder)(?=[\s/>\\&%]|$)([ \t]*\/>)?(?:[^<>\\&%]{0,200}(?:>|\\{1,4}u003e|&gt;|%3e))?/gi;
/** A removed span may join two halves to a tag; by chance this never happens more often. */
const MAX_ROUNDS = 8;

export function stripTags(text: string): { text: string; stripped: boolean } {
  let open = stripOnce(text);
  if (open === text) return { text, stripped: false };
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const again = stripOnce(open);
    if (again === open) return { text: open, stripped: true };
    open = again;
  }
  return { text: '', stripped: true };
}

function stripOnce(text: string): string {
  let out = '';
  let kept = 0;
  let depth = 0;
  let outer = '';
  TAG.lastIndex = 0;
  for (let match = TAG.exec(text); match !== null; match = TAG.exec(text)) {
    const closes = match[1] !== undefined;
    const name = match[2]!.toLowerCase().replace('_', '-');
    if (depth === 0) {
      if (closes) continue;
      out += text.slice(kept, match.index);
      kept = TAG.lastIndex;
      outer = name;
      // `<private/>` contains nothing; with attributes it counts as an opening tag.
      if (match[3] === undefined) depth = 1;
    } else if (name === outer && match[3] === undefined) {
      depth += closes ? -1 : 1;
      if (depth === 0) kept = TAG.lastIndex;
    }
  }
  return depth > 0 ? out : out + text.slice(kept);
}
