/** `claude-capture`, `codex-capture` and `gemini-capture`: import a client's session files once, or watch them. */
import { notFound } from '@hookloom/core';
import type { CaptureClient, LaneResult, PassResult } from '@hookloom/worker';
import type { CommandContext } from '../command/context.ts';
import { type OptionValues, defineCommand } from '../command/definition.ts';
import { memoryOptions, text } from '../command/options.ts';
import { homeOf } from '@hookloom/core/settings';
import { namedHome } from '../command/root-of.ts';
import { plural } from '../output/format.ts';
import { captureOptions, capturePlace } from './capture-options.ts';

export interface RunCapture extends OptionValues<typeof captureOptions & typeof memoryOptions> {
  client: CaptureClient;
  /** The value of `--codex-home` or a similar option. */
  home: string | undefined;
}

export async function runCapture(context: CommandContext, given: RunCapture): Promise<number> {
  const { out } = context;
  const { openCapture, captureSources } = await import('@hookloom/worker');
  const { workspace, session, roots } = await capturePlace(context, given);
  const homes =
    given.home === undefined ? {} : { [given.client]: namedHome(context.cwd, given.home) };
  const sources = captureSources({
    env: context.env,
    home: homeOf(context.env),
    root: roots[0]!,
    homes,
    source: given.source,
    clients: [given.client],
  });
  const isOnce = !given.watch && given.watchIterations === undefined;
  const { existsSync } = await import('node:fs');
  const absent = sources.find(({ home }) => !existsSync(home));
  if (isOnce && absent !== undefined)
    throw notFound(
      `There is no folder ${absent.home}.`,
      'Start the client once, or name its folder.',
    );
  const abort = new AbortController();
  const capture = openCapture({
    workspace,
    session,
    roots,
    sources,
    maxRecords: given.maxRecordsPerFile,
    graph: given.graph,
    env: context.env,
    signal: abort.signal,
  });
  const end = (): void => abort.abort();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, end);
  try {
    // A number of passes or an interval implies watching.
    if (isOnce) return report(await capture.pass(), { context, session, json: given.json });
    const { watchSessions } = await import('@hookloom/worker');
    let all: PassResult = { lanes: [], folders: [] };
    await watchSessions({
      pass: () => capture.pass(),
      intervalMs: given.intervalSeconds * 1000,
      iterations: given.watchIterations ?? null,
      signal: abort.signal,
      isThere: () => existsSync(roots[0]!),
      onPass(result) {
        all = added(all, result);
        out.progress(
          `${session}: ${all.lanes.map(({ imported }) => plural(imported, 'event')).join()}`,
        );
      },
    });
    out.progress(null);
    return report(all, { context, session, json: given.json });
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.off(signal, end);
    await capture.close();
  }
}

/** Adds up the counts of all passes. The other fields are those of the last pass. */
function added(all: PassResult, last: PassResult): PassResult {
  const lanes = last.lanes.map((lane): LaneResult => {
    const before = all.lanes.find(({ client }) => client === lane.client);
    const sum = (key: 'records' | 'imported' | 'known'): number => lane[key] + (before?.[key] ?? 0);
    return { ...lane, records: sum('records'), imported: sum('imported'), known: sum('known') };
  });
  return { ...last, lanes };
}

/** Returns exit status 1 if a client's files could not be imported. */
export function report(
  { lanes }: PassResult,
  { context: { out }, session, json }: { context: CommandContext; session: string; json: boolean },
): number {
  if (json)
    out.json({
      session_id: session,
      lanes: lanes.map(({ hasMore, ...lane }) => ({ ...lane, has_more: hasMore })),
    });
  else if (lanes.length === 0) out.line('The client’s folder is unknown because HOME is not set.');
  for (const lane of json ? [] : lanes) {
    out.line(
      { style: lane.error === null ? 'green' : 'red', text: lane.client },
      `  ${plural(lane.imported, 'event')} imported from ${plural(lane.files, 'session file')}` +
        (lane.known > 0 ? `; ${lane.known.toLocaleString('en-US')} already recorded` : '') +
        (lane.hasMore ? '; there is more, run it again' : ''),
    );
    if (lane.error !== null) out.line(`  ${lane.error}`);
    for (const { file, reason } of lane.notices) out.wrapped(`${file}: ${reason}`, '    ');
  }
  return lanes.some(({ error }) => error !== null) ? 1 : 0;
}

const shared = { ...captureOptions, ...memoryOptions };

/**
 * @param word The first part of the command's name, and of the option for the client's folder.
 * @param folder The default folder, for the help.
 */
export function captureCommand(
  client: RunCapture['client'],
  word: string,
  label: string,
  folder: string,
) {
  const name = `${word}-capture`;
  const ofHome = `${word}Home`;
  const home = text(`--${word}-home <dir>`, `the folder of ${label} (default: ${folder})`);
  return defineCommand({
    name,
    summary: `Read the session files of ${label} into the log of this workspace, once.`,
    description:
      'Continues where the last run ended. Each record is added once, even if a hook already recorded it. Thinking, system reminders and private text are left out, and secrets are masked.',
    arguments: {},
    options: { [ofHome]: home, ...shared },
    examples: {
      [`hookloom ${name}`]: 'read what is new',
      [`hookloom ${name} --watch --graph`]: 'keep watching, and update the memory at once',
    },
    run: ({ options, context }) => {
      const named = (options as Record<string, unknown>)[ofHome] as string | undefined;
      return runCapture(context, { ...options, client, home: named });
    },
  });
}
