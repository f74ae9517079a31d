/** One result row for the user: a bar precedes recorded text, so that it cannot be mistaken for a line of ours. */
import type { Output } from './output.ts';
import { renderLine } from './table.ts';

const FENCED = /^<reported-([0-9a-f]{12})>([^]*)<\/reported-\1>$/;

export async function printRecorded(
  out: Output,
  content: string,
  channel: unknown,
  placed: string,
): Promise<void> {
  const reported = FENCED.exec(content)?.[2];
  if (reported === undefined)
    out.line({ style: 'bold', text: await renderLine(content, out.columns) });
  else out.line(`| ${await renderLine(reported, out.columns - 2)}`);
  const by = reported === undefined ? '' : `from ${String(channel)}  `;
  out.dim(`  ${by}${placed}`);
}
