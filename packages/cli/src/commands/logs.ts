import { defineCommand } from '../command/definition.ts';
import { integerOr, jsonOption } from '../command/options.ts';

export const command = defineCommand({
  name: 'logs',
  summary: 'Show the log messages of the worker.',
  arguments: {},
  options: {
    lines: integerOr('-n, --lines <n>', 'how many', [1, 10_000], 50),
    ...jsonOption,
  },
  examples: { 'hookloom logs -n 20': 'the last 20 lines' },
  async run({ options, context }) {
    const { stateDirPath } = await import('@hookloom/core/settings');
    const { logFile, tailOf } = await import('@hookloom/worker');
    const file = logFile(stateDirPath(context.env));
    const lines = tailOf(file, options.lines);
    if (options.json) context.out.json({ file, lines });
    else if (lines.length === 0) context.out.line(`Nothing yet in ${file}.`);
    else for (const line of lines) context.out.line(line);
  },
});
