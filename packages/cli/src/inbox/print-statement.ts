/** Prints proposed statements in full, wrapped to the terminal. */
import type { ProposedStatement } from '@hookloom/worker';
import type { Output } from '../output/output.ts';
import { renderComplete } from '../output/table.ts';
import { encodeFolded } from '../output/terminal-text.ts';
import { wrap } from '../output/wrap.ts';

const INDENT = '  ';

export async function printStatement(out: Output, item: ProposedStatement): Promise<void> {
  const { id, kind, seq, timestamp, said, text } = item;
  const marks = [
    kind,
    timestamp.slice(0, 16).replace('T', ' '),
    `event ${seq}`,
    ...(said > 1 ? [`said ${said} times`] : []),
  ];
  out.line({ style: 'bold', text: id }, { style: 'dim', text: `  ${marks.join('  ')}` });
  for (const line of await wrapped(text, out.columns - INDENT.length)) out.line(INDENT + line);
}

/** Breaks a word that is longer than a line. Wide characters count as two columns. */
export async function wrapped(text: string, columns: number): Promise<string[]> {
  const lines = wrap(encodeFolded(text), columns);
  return (await Promise.all(lines.map((line) => renderComplete(line, columns)))).flat();
}
