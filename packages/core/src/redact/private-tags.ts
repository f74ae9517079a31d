/** Takes out what its author marked as private, and what the product itself had put in (claude-mem.md §9). */

const TAG =
  /<(\/?)(private|claude-mem-context|system_instruction|system-instruction|persisted-output|system-reminder)(?:\s(?:"[^"<]{0,500}"|'[^'<]{0,500}'|[^<>"']){0,200})?>/gi;

/**
 * Removes private spans with their content: any case, attributes, nested; a span without its end goes to the end.
 *
 * @example stripPrivate('a <PRIVATE>b <private>c</private> d</PRIVATE> e').text === 'a  e'
 */
export function stripPrivate(text: string): { text: string; stripped: boolean } {
  if (!text.includes('<')) return { text, stripped: false };
  let out = '';
  let kept = 0;
  let depth = 0;
  let outer = '';
  let stripped = false;
  TAG.lastIndex = 0;
  for (let match = TAG.exec(text); match !== null; match = TAG.exec(text)) {
    const [tag, slash, name] = match as unknown as [string, string, string];
    const lower = name.toLowerCase();
    if (tag.endsWith('/>')) continue;
    if (depth === 0) {
      if (slash === '/') continue;
      out += text.slice(kept, match.index);
      outer = lower;
      depth = 1;
      stripped = true;
    } else if (lower === outer) {
      depth += slash === '/' ? -1 : 1;
    }
    if (depth === 0) kept = TAG.lastIndex;
  }
  if (!stripped) return { text, stripped };
  return { text: depth > 0 ? out : out + text.slice(kept), stripped };
}
