import type { Workspace } from '@hookloom/core/settings';
import { operationCommand } from '../command/operation-command.ts';
import { argument, integerOr, memoryOptions, text, texts } from '../command/options.ts';
import { printNoticesOf } from '../output/log-notices.ts';
import { minuteOf } from '../output/format.ts';
import type { Output } from '../output/output.ts';

export const memoryQuery = operationCommand({
  name: 'memory query',
  summary: 'Search facts and recorded events. Shows scores and citations.',
  description:
    'Rows of indexed files also name their place, such as file://docs/store.md:12. Text from tools, files, servers and the web is marked with a bar. Text that gives instructions to the assistant is withheld; see `memory quarantine`.',
  arguments: { query: argument('QUERY', 'the question, in words') },
  options: {
    also: texts('--also <word...>', 'words that the answer may use, 12 at most'),
    limit: integerOr('--limit <n>', 'rows at most', [1, 100], 10),
    temporalFilter: text(
      '--temporal-filter <time>',
      'facts that were true at this time (ISO 8601)',
    ),
    ...memoryOptions,
  },
  examples: { 'hookloom memory query "due dates" --limit 3': 'the three best rows' },
  session: 'named',
  reportsEmpty: true,
  operation: async () => (await import('@hookloom/worker')).query,
  async print(rows, { context: { out } }, workspace) {
    if (!Array.isArray(rows)) return out.json(rows);
    await printRows(out, workspace, rows, (row) => {
      const { source, score, citation, source_citation: place, score_explanation } = row;
      const times = [
        ...(row.valid_from === null ? [] : [minuteOf(row.valid_from)]),
        ...(row.valid_to === null ? [] : [`no longer valid since ${minuteOf(row.valid_to)}`]),
      ];
      const by = row.author === undefined ? [] : [`by ${row.author}`];
      const cited = place === undefined ? [citation] : [place, citation];
      const placed = [`${source} ${score.toFixed(2)}`, ...times, ...by, ...cited].join('  ');
      return [score_explanation['channel'], placed];
    });
  },
});

export const memoryVerbatim = operationCommand({
  name: 'memory verbatim',
  summary: 'Search the exact text of what was said, run and printed.',
  description:
    'Searches transcript turns, document chunks, command output and identifiers. Every result cites its event. Text from tools, files, servers and the web is marked with a bar. Text that gives instructions to the assistant is withheld; see `memory quarantine`.',
  arguments: { query: argument('QUERY', 'words or identifiers that the text contains') },
  options: {
    limit: integerOr('--limit <n>', 'chunks at most', [1, 100], 10),
    ...memoryOptions,
  },
  examples: { 'hookloom memory verbatim "ECONNRESET" --limit 3': 'where it was printed' },
  session: 'named',
  reportsEmpty: true,
  operation: async () => (await import('@hookloom/worker')).verbatim,
  print: (rows, { context: { out } }, workspace) =>
    printRows(out, workspace, rows, ({ source_kind, score, citation, metadata }) => {
      const by = typeof metadata['actor'] === 'string' ? metadata['actor'] : 'nobody';
      return [metadata['channel'], `${source_kind} by ${by} ${score.toFixed(2)}  ${citation}`];
    }),
});

/** A bar precedes text from outside, so that it does not look like our own output. */
async function printRows<R extends { content: string }>(
  out: Output,
  workspace: Workspace,
  rows: readonly R[],
  describe: (row: R) => [channel: unknown, placed: string],
): Promise<void> {
  await printNoticesOf(out, workspace);
  if (rows.length === 0) return out.line('Nothing found.');
  const { renderLine } = await import('../output/table.ts');
  const { unfence } = await import('@hookloom/worker');
  for (const row of rows) {
    const [channel, placed] = describe(row);
    const text = unfence(row.content);
    if (text === row.content) out.bold(await renderLine(text, out.columns));
    else out.line(`| ${await renderLine(text, out.columns - 2)}`);
    out.dim(`  ${text === row.content ? '' : `from ${String(channel)}  `}${placed}`);
  }
}
