/**
 * Checks the watcher of session files: required if a capture configuration says so, and alive only while it runs
 * passes.
 */
import { RESUME_COMMAND } from '../resume-command.ts';
import { ageSeconds, hookStatus } from '../hook-status.ts';
import { isCaptureStopped } from '../capture-readiness.ts';
import { wantedWatcher } from '../../capture/wanted.ts';
import { startWatcher } from '../../capture/watcher.ts';
import {
  ok,
  REPAIR,
  skipped,
  warning,
  type Check,
  type DoctorRow,
  type Examination,
} from './row.ts';

const ID = 'watcher';
/** It updates its state twice a minute, and less often only during a long pass. */
const SILENT_SECONDS = 300;
/** Records per file and pass, as in `capture start`. */
const MAX_RECORDS = 500;

export const checkWatcher: Check = async (examined) => {
  const { evidence, repair, now } = examined;
  const { state, pid, state_file: file } = evidence.watcher;
  if (state === 'running') {
    const lanes = Object.entries(file?.lanes ?? {});
    const failing = lanes.find(([, { last_error: fault }]) => fault !== null);
    const at = file?.last_pass_at ?? file?.started_at ?? null;
    const silent = at === null ? 0 : (ageSeconds(at, now) ?? 0);
    if (failing === undefined && silent < SILENT_SECONDS)
      return ok(ID, `Process ${pid} captures the session files of ${namesOf(lanes)}.`);
    return warning(ID, {
      message:
        failing === undefined
          ? `Process ${pid} has not checked for new records for ${silent} s.`
          : `Process ${pid} cannot read the session files of ${failing[0]}: ${failing[1].last_error}`,
      why: 'What these clients do is recorded late or not at all. Nothing is lost while their files exist.',
      command: 'hookloom capture stop && hookloom capture start',
    });
  }
  const { wanted, reason, given_up: isGivenUp } = evidence.supervision;
  if (!wanted && !isCaptureStopped(hookStatus(evidence).clients))
    return skipped(ID, 'No watcher is configured. Hooks record what clients do.');
  const wrong = {
    message: wanted
      ? `The watcher of session files has died${isGivenUp ? ' too often' : ''}. ${reason ?? ''}`.trim()
      : 'Capture of session files is configured, but the watcher is not running.',
    why:
      wanted && !isGivenUp
        ? 'The worker or the next session restarts it. It then captures what it missed.'
        : 'What Codex does is not recorded until it runs again. It then captures what it missed.',
    command: repair ? RESUME_COMMAND : REPAIR,
  };
  if (!repair) return warning(ID, wrong);
  return await restarted(examined);
};

async function restarted({ workspace, place, evidence, own }: Examination): Promise<DoctorRow> {
  const wanted = wantedWatcher(place.env, workspace.eventloomDir);
  const config = evidence.files.find(({ program }) => program === 'codex')?.capture?.config;
  const { pid } = await startWatcher({
    eventloomDir: workspace.eventloomDir,
    root: workspace.root,
    session: wanted?.session_id ?? config?.session_id ?? workspace.session,
    maxRecordsPerFile: wanted?.max_records_per_file ?? MAX_RECORDS,
    ...(wanted !== null && { intervalSeconds: wanted.interval_seconds }),
    graph: wanted?.graph ?? evidence.watcher.state_file?.graph ?? false,
    env: place.env,
    bin: own.bin,
  });
  return { ...ok(ID, `Process ${pid} captures session files.`), repaired: 'started the watcher' };
}

function namesOf(lanes: readonly (readonly [string, unknown])[]): string {
  return lanes.map(([client]) => client).join(', ');
}
