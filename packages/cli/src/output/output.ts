/** The output of a command. Every text passes through the terminal encoder here, so that no command can forget it. */
import { jsonText } from './json-text.ts';
import { encodeBlock, encodeLine } from './terminal-text.ts';
import { fold, wrap } from './wrap.ts';

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan';

/** Our own text in a colour. It is still encoded. */
export interface Styled {
  style: Style;
  text: string;
}

export type Part = string | Styled;

export interface Sink {
  write(chunk: string): boolean;
  once(event: 'drain', listener: () => void): unknown;
  isTTY?: boolean;
  columns?: number;
}

export interface Output {
  /** Columns of the terminal, at most 120; 80 without a terminal. */
  readonly columns: number;
  /** Standard output is a terminal. */
  readonly isTerminal: boolean;
  /** One line on standard output. */
  line(...parts: Part[]): void;
  bold(text: string): void;
  /** One less important line. */
  dim(text: string): void;
  /** One line of recorded text, on a terminal cut to its columns. */
  cut(text: string, indent?: string): Promise<void>;
  /** A text that must be read completely, on as many lines as it needs. `first` is instead of the first indent. */
  wrapped(text: Part, indent?: string, first?: Part): void;
  /** Rows with columns as wide as their cells, cut like `cut`. */
  table(rows: string[][]): Promise<void>;
  /** Text of several lines; ends with exactly one line feed. */
  block(text: string): void;
  json(value: unknown): void;
  /** Bytes that are only our own text, such as a completion script. */
  raw(text: string): void;
  /** One line on standard error. */
  note(...parts: Part[]): void;
  /** Replaces the line on standard error if that is a terminal. */
  progress(text: string | null): void;
  /** Printed before the first text on standard output, and added to JSON. Evaluated when something is printed. */
  beginWith(head: AnswerHead): void;
  /** Resolves when standard output accepts more. */
  drained(): Promise<void>;
}

export interface AnswerHead {
  /** If empty, nothing precedes the text. */
  lines(): string[];
  json(value: unknown): unknown;
}

type Painter = (style: Style, text: string) => string;

const plain: Painter = (_style, text) => text;

/** Colour only on a terminal and without `NO_COLOR` (no-color.org). */
export async function createOutput(
  stdout: Sink,
  stderr: Sink,
  env: Record<string, string | undefined>,
): Promise<Output> {
  const painter = await painterFor(env, stdout.isTTY === true || stderr.isTTY === true);
  const paintOut = stdout.isTTY === true ? painter : plain;
  const paintErr = stderr.isTTY === true ? painter : plain;
  let full: Promise<void> | null = null;
  let head: AnswerHead | null = null;

  /** Prints the head once, before the first text. */
  function begin(): void {
    const lines = head?.lines() ?? [];
    if (lines.length > 0) head = null;
    for (const line of lines) write(`${encodeLine(line)}\n`);
  }

  function write(text: string): void {
    if (stdout.write(text) || full !== null) return;
    full = new Promise((resolve) => {
      stdout.once('drain', () => {
        full = null;
        resolve();
      });
    });
  }

  const columns = Math.min(stdout.columns || 80, 120);
  // A program or a file gets whole lines.
  const most = stdout.columns === undefined ? Infinity : columns;
  const line = (...parts: Part[]): void => {
    begin();
    write(`${render(parts, paintOut, stdout)}\n`);
  };
  return {
    columns,
    isTerminal: stdout.isTTY === true,
    line,
    bold: (text) => line({ style: 'bold', text }),
    dim: (text) => line({ style: 'dim', text }),
    async cut(text, indent = '') {
      const { renderLine } = await import('./table.ts');
      line(indent, await renderLine(text, most - indent.length));
    },
    wrapped(part, indent = '', first = indent) {
      const { text, ...style } = typeof part === 'string' ? { text: part } : part;
      for (const [at, said] of wrap(text, columns - indent.length).entries())
        line(at === 0 ? first : indent, 'style' in style ? { ...style, text: said } : said);
    },
    async table(rows) {
      const { renderTable } = await import('./table.ts');
      for (const text of await renderTable(rows, most)) line(text);
    },
    block: (text) => {
      begin();
      write(`${encodeBlock(text.replace(/\n+$/, ''))}\n`);
    },
    json: (value) => write(`${jsonText(head === null ? value : head.json(value))}\n`),
    beginWith: (wanted) => {
      head = wanted;
    },
    raw: write,
    note: (...parts) => void stderr.write(`${render(parts, paintErr, stderr)}\n`),
    progress(text) {
      if (stderr.isTTY === true)
        stderr.write(text === null ? '\r\u001b[K' : `\r\u001b[K${encodeLine(text)}`);
    },
    drained: () => full ?? Promise.resolve(),
  };
}

/** Only a terminal gets a line in several pieces: a program reads one line. */
function render(parts: Part[], paint: Painter, { isTTY, columns }: Sink): string {
  const encoded = parts.map((part) => encodeLine(typeof part === 'string' ? part : part.text));
  const texts = isTTY === true ? fold(encoded, Math.min(columns || 80, 120)) : encoded;
  return texts
    .map((text, at) => {
      const part = parts[at]!;
      return typeof part === 'string' ? text : paint(part.style, text);
    })
    .join('');
}

async function painterFor(
  env: Record<string, string | undefined>,
  isTerminal: boolean,
): Promise<Painter> {
  if (!isTerminal || (env['NO_COLOR'] ?? '') !== '') return plain;
  const { default: colours } = await import('yoctocolors');
  return (style, text) => colours[style](text);
}
