import { capturePlace, captureOptions } from '../capture/capture-options.ts';
import { defineCommand } from '../command/definition.ts';
import { placeOptions } from '../command/options.ts';
import type { Supervision } from '@hookloom/worker';
import { plural } from '../output/format.ts';

export const command = defineCommand({
  name: 'capture status',
  summary: 'Show whether a watcher is running here, and what it has imported.',
  options: { workspace: captureOptions.workspace, ...placeOptions },
  examples: { 'hookloom capture status': 'exit status 4 if none is running' },
  async run({ options, context, out }) {
    const { workspace } = await capturePlace(context, { ...options, sessionId: undefined });
    const { watcherRuns, supervisionOf } = await import('@hookloom/worker');
    const { state, pid, state_file } = watcherRuns(workspace.eventloomDir);
    const supervision = supervisionOf(workspace.eventloomDir, context.env);
    if (options.json) out.json({ state, pid, watcher: state_file, supervision });
    else {
      if (pid === null)
        out.line(state === 'never' ? 'No watcher was started here.' : 'The watcher has stopped.');
      else
        out.line(
          { style: 'green', text: 'watching' },
          `  process ${pid}, into ${state_file!.session_id}`,
        );
      for (const [client, lane] of Object.entries(state_file?.lanes ?? {})) {
        const last = lane.last_import_at === null ? '' : `, last ${lane.last_import_at}`;
        out.line(
          `  ${client}: ${plural(lane.files, 'file')}, ${plural(lane.imported, 'event')}${last}`,
        );
        if (lane.last_error !== null) out.line(`    ${lane.last_error}`);
        for (const { file, reason } of lane.notices ?? [])
          out.wrapped(`${file}: ${reason}`, '    ');
      }
      for (const line of supervised(supervision, pid !== null)) out.line(line);
      if (pid === null) out.line('Start it with `hookloom capture start`.');
    }
    return pid === null ? 4 : 0;
  },
});

function supervised(
  { wanted, attempts, reason, next_attempt_at, given_up }: Supervision,
  isRunning: boolean,
): string[] {
  if (reason === null || (!wanted && !isRunning)) return [];
  if (isRunning) return ['It was restarted. Before that:', `  ${reason}`];
  if (given_up)
    return [reason, `It was started ${attempts} times without success and is not started again.`];
  const when = next_attempt_at === null ? '' : `, not before ${next_attempt_at}`;
  return [reason, `The worker or the next session starts it again${when}.`];
}
