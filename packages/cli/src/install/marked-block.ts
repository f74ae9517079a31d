/** A block of ours at the end of a text file, between two lines that say whose it is (TOML, Markdown, dotenv). Pure. */
import type { PartSplice } from './plan.ts';

/** How a line that is no content is written. */
export interface Marks {
  open: string;
  close: string;
}

/** `#` comments: TOML, dotenv, shell. */
export function hashMarks(name: string): Marks {
  return {
    open: `# >>> hookloom ${name} (taken out by: hookloom uninstall) >>>`,
    close: `# <<< hookloom ${name} <<<`,
  };
}

export function markdownMarks(name: string): Marks {
  return {
    open: `<!-- >>> hookloom ${name} (taken out by: hookloom uninstall) >>> -->`,
    close: `<!-- <<< hookloom ${name} <<< -->`,
  };
}

/**
 * The text with the block behind it, one blank line between, with the file's own line ends.
 *
 * @example addBlock('a = 1\n', 'b = 2\n', hashMarks('x')).splice.text.startsWith('\n# >>> hookloom x')
 */
export function addBlock(
  before: string | null,
  content: string,
  marks: Marks,
): { text: string; splice: PartSplice } {
  const text = before ?? '';
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const block = [marks.open, ...content.trimEnd().split('\n'), marks.close, ''].join(eol);
  const isBlank = text.trim() === '';
  const gap = isBlank ? '' : text.endsWith('\n') ? eol : eol + eol;
  const splice = { offset: text.length, text: gap + block };
  return { text: text + splice.text, splice };
}

/** The content between the marks, with line feeds; null where there is no such block. */
export function blockIn(text: string, marks: Marks): string | null {
  const found = findBlock(text, marks.open, marks.close);
  return found === null ? null : found.content;
}

const ANY_OPEN = /^(?:# |<!-- )>>> hookloom ([\w-]+) .*$/m;

/** Without every block of ours, whatever stands in it now. */
export function withoutBlocks(text: string): string {
  let out = text;
  for (let open = ANY_OPEN.exec(out); open !== null; open = ANY_OPEN.exec(out)) {
    const start = open.index;
    const name = open[1]!;
    const close = new RegExp(`^(?:# |<!-- )<<< hookloom ${name} <<<.*(?:\\r?\\n|$)`, 'm').exec(
      out.slice(start),
    );
    // Without its end nobody can say what is ours: it stays.
    if (close === null) break;
    const end = start + close.index + close[0].length;
    out = out.slice(0, start).replace(/(\r?\n)\r?\n$/, '$1') + out.slice(end);
  }
  return out;
}

function findBlock(text: string, open: string, close: string): { content: string } | null {
  const lines = text.split(/\r?\n/);
  const from = lines.indexOf(open);
  const to = lines.indexOf(close, from + 1);
  if (from < 0 || to < 0) return null;
  return { content: lines.slice(from + 1, to).join('\n') };
}
