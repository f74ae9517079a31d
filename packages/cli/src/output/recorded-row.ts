/** Prints one result row for users. A bar precedes recorded text, so that it does not look like our own output. */
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
  if (reported === undefined) out.bold(await renderLine(content, out.columns));
  else out.line(`| ${await renderLine(reported, out.columns - 2)}`);
  const by = reported === undefined ? '' : `from ${String(channel)}  `;
  out.dim(`  ${by}${placed}`);
}
