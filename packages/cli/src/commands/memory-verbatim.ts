import { operationCommand } from '../command/operation-command.ts';
import { argument, integerOr, memoryOptions } from '../command/options.ts';
import { printNoticesOf } from '../output/log-notices.ts';

export const command = operationCommand({
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
  async print(rows, { context: { out } }, workspace) {
    await printNoticesOf(out, workspace);
    if (rows.length === 0) return out.line('Nothing found.');
    const { printRecorded } = await import('../output/recorded-row.ts');
    for (const { content, source_kind, score, citation, metadata } of rows) {
      const by = typeof metadata['actor'] === 'string' ? metadata['actor'] : 'nobody';
      const placed = `${source_kind} by ${by} ${score.toFixed(2)}  ${citation}`;
      await printRecorded(out, content, metadata['channel'], placed);
    }
  },
});
