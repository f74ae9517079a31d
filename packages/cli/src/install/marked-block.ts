/** A block of ours at the end of a text file, between two lines that identify it (TOML, Markdown, dotenv). Pure. */
import type { PartRequest } from './part-request.ts';

/** The comment lines around the block. */
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
 * The text followed by the block, with one blank line between them and the file's own line endings.
 *
 * @example addBlock('a = 1\n', 'b = 2\n', hashMarks('x')).splice.text.startsWith('\n# >>> hookloom x')
 */
export function addBlock(before: string | null, content: string, marks: Marks) {
  const text = before ?? '';
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const block = [marks.open, ...content.trimEnd().split('\n'), marks.close, ''].join(eol);
  const isBlank = text.trim() === '';
  const gap = isBlank ? '' : text.endsWith('\n') ? eol : eol + eol;
  const splice = { offset: text.length, text: gap + block };
  return { text: text + splice.text, splice };
}

/** The content between the marks, with line feeds; null if there is no such block. */
export function blockIn(text: string, marks: Marks): string | null {
  const found = findBlock(text, marks.open, marks.close);
  return found === null ? null : found.content;
}

/**
 * The fields of a part that is one block.
 *
 * @param isOutdated Whether an earlier version wrote this content
 */
export function blockPart(
  block: string,
  marksOf: (name: string) => Marks,
  content: string,
  isOutdated: (there: string) => boolean = () => false,
): Pick<PartRequest, 'keys' | 'block' | 'holds' | 'add'> {
  const marks = marksOf(block);
  return {
    keys: ['a marked block'],
    block,
    holds(text) {
      const there = blockIn(text, marks);
      if (there === null) return 'nothing';
      if (there === content) return 'wanted';
      return isOutdated(there) ? 'outdated' : 'other';
    },
    add(before) {
      const { text: after, splice } = addBlock(before, content, marks);
      return { after, splices: [splice] };
    },
  };
}

/** The name of our block in a text; null if there is none. */
export function blockName(text: string): string | null {
  return /^(?:# |<!-- )>>> hookloom ([\w-]+) /m.exec(text)?.[1] ?? null;
}

/**
 * Removes the block of that name, whatever it contains now. Keeps it if its end is missing, because then it is unclear
 * what is ours.
 */
export function withoutBlock(text: string, name: string): string {
  const lines = text.split(/(?<=\n)/);
  const from = lines.findIndex((line) => blockName(line) === name);
  const to = lines.findIndex(
    (line, index) =>
      index > from && /^(?:# |<!-- )<<< hookloom ([\w-]+) <<</.exec(line)?.[1] === name,
  );
  if (from < 0 || to < 0) return text;
  const gap = from > 0 && lines[from - 1]!.trim() === '' ? 1 : 0;
  return [...lines.slice(0, from - gap), ...lines.slice(to + 1)].join('');
}

function findBlock(text: string, open: string, close: string): { content: string } | null {
  const lines = text.split(/\r?\n/);
  const from = lines.indexOf(open);
  const to = lines.indexOf(close, from + 1);
  if (from < 0 || to < 0) return null;
  return { content: lines.slice(from + 1, to).join('\n') };
}
