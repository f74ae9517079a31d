import type { Runtime } from '@hookloom/worker';
import { workspaceOf, type CommandContext } from '../command/context.ts';
import { defineCommand } from '../command/definition.ts';
import { memoryOptions } from '../command/options.ts';
import { withRuntime } from '../command/with-runtime.ts';
import { plural } from '../output/format.ts';

type Share = Awaited<ReturnType<Runtime['share']>>;
type Publishing = NonNullable<Awaited<ReturnType<Share['publishingState']>>>;
type ListedWriter = ReturnType<Share['listWriters']>['writers'][number];

export const command = defineCommand({
  name: 'share status',
  summary: 'List the writers of shared memory, whom you trust, and lines that are refused.',
  options: { ...memoryOptions },
  examples: { 'hookloom share status': 'list the writers' },
  run: ({ options, context }) => showWriters(context, options),
});

export const pull = defineCommand({
  name: 'share pull',
  summary: 'Check the shared memory that `git pull` fetched.',
  description:
    'Shared memory consists of files in your repository: `git pull` fetches them, and the next checkout reads them. This command fetches nothing. It checks every line and lists the writers.',
  options: { ...memoryOptions },
  examples: { 'git pull && hookloom share pull': 'fetch, then check' },
  run({ options, context }) {
    if (!options.json)
      context.out.line('Git brings shared memory: run `git pull`. Checked what is here now:');
    return showWriters(context, options);
  },
});

/** Exits with status 1 if a writer was refused. */
async function showWriters(
  context: CommandContext,
  options: Parameters<typeof workspaceOf>[1] & { json: boolean },
): Promise<number | undefined> {
  const { out } = context;
  const listed = await withRuntime(context, workspaceOf(context, options), async (runtime) => {
    const { listWriters, publishingState } = await runtime.share();
    const publishing = await publishingState(runtime.context);
    return { ...listWriters(runtime.workspace, runtime.context.stateDir!), publishing };
  });
  if (options.json) out.json(listed);
  else if (listed.writers.length === 0)
    out.line(
      listed.own === null
        ? 'Nothing is shared in this project. Run `hookloom share init`.'
        : 'Nothing is shared yet. Run `hookloom share publish`.',
    );
  else for (const writer of listed.writers) await showWriter(context, writer);
  const isRefused = listed.writers.some(({ refused }) => refused.length > 0);
  if (!options.json && listed.writers.some(({ standing }) => standing === 'unknown'))
    out.line('Compare a new key with its writer, then run `hookloom share trust NAME`.');
  if (!options.json && isRefused)
    out.line('A refused line is not used. Its writer can restore the file with git.');
  if (!options.json && listed.publishing !== null) out.line(publishingLine(listed.publishing));
  return isRefused ? 1 : undefined;
}

function publishingLine({ mode, waiting }: Publishing): string {
  const lines =
    waiting === 0 ? 'Everything is in your file.' : `Not shared yet: ${plural(waiting, 'line')}.`;
  return mode === 'automatic'
    ? `Your worker adds new lines to your file automatically. ${lines}`
    : `${lines}${waiting === 0 ? '' : ' Run `hookloom share publish`.'}`;
}

const WORDS = {
  own: 'you',
  trusted: 'trusted',
  unknown: 'not trusted: shown as reported',
  refused: 'refused',
} as const;

async function showWriter({ out }: CommandContext, writer: ListedWriter): Promise<void> {
  const { author, key, standing, lines, newest, file, refused } = writer;
  const when = newest === null ? '' : `, newest ${newest.slice(0, 10)}`;
  const said = `${author ?? 'no writer'}  ${WORDS[standing]}, ${plural(lines, 'line')}${when}`;
  await out.cut(said);
  if (key !== null) out.dim(`  key   ${key}`);
  out.dim(`  file  ${file}`);
  for (const { line, why } of refused) {
    const place = line === null ? 'the file' : `event ${line}`;
    out.wrapped(`refused: ${place}, because ${why}`, '  ');
  }
}
