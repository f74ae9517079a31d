/** `doctor`: runs all checks of the installation in parallel and combines their rows. */
import { isHookloomError, toErrorPayload } from '@hookloom/core';
import { watcherRuns } from '../../capture/watcher.ts';
import { checkAuthority } from './check-authority.ts';
import { checkBelow } from './check-below.ts';
import { checkCapture } from './check-capture.ts';
import { checkClients } from './check-client.ts';
import { checkEvents } from './check-events.ts';
import { checkLauncher } from './check-launcher.ts';
import { checkDisk } from './check-disk.ts';
import { checkInbox, checkLogIntegrity } from './check-log.ts';
import { checkLosses } from './check-losses.ts';
import { checkLogsOwner } from './check-logs-owner.ts';
import { checkOwner } from './check-owner.ts';
import { checkPermissions, checkToken } from './check-permissions.ts';
import { checkMeaning, checkReranker } from './check-meaning.ts';
import { checkNode, checkPackage } from './check-program.ts';
import { checkSecrets } from './check-secrets.ts';
import { checkSettings } from './check-settings.ts';
import { checkShare } from './check-share.ts';
import { checkProjection, checkTeam } from './check-team.ts';
import { checkWatcher } from './check-watcher.ts';
import { checkWorker } from './check-worker.ts';
import { error, skipped, type Check, type DoctorRow, type Examination } from './row.ts';
import type { RowStatus } from './row.ts';

export interface DoctorReport {
  status: 'ok' | 'warning' | 'error';
  message: string;
  /** RFC 3339. */
  checked_at: string;
  workspace: string;
  eventloom_path: string;
  /** `--release-smoke` or `--beta-readiness`, where errors fail the command; null for a report only. */
  gate: Gate | null;
  rows: DoctorRow[];
}

export type Gate = 'release_smoke' | 'beta_readiness';

/** In the order of the report. */
const CHECKS: readonly (readonly [id: string, check: Check])[] = [
  ['node', checkNode],
  ['package', checkPackage],
  ['settings', checkSettings],
  ['permissions', checkPermissions],
  ['token', checkToken],
  ['log_integrity', checkLogIntegrity],
  ['logs', checkLogsOwner],
  ['inbox', checkInbox],
  ['losses', checkLosses],
  ['secrets', checkSecrets],
  ['unauthorised_state', checkAuthority],
  ['share', checkShare],
  ['team', checkTeam],
  ['projection', checkProjection],
  ['disk', checkDisk],
  ['search_by_meaning', checkMeaning],
  ['reranker', checkReranker],
  ['worker', checkWorker],
  ['watcher', checkWatcher],
  ['embedded_mcp_runtime', checkOwner],
  ['launcher', checkLauncher],
  ['clients', checkClients],
  ['events', checkEvents],
  ['started_below', checkBelow],
];

/** @param more Additional rows: a live probe, the criteria of a gate */
export async function examine(
  examined: Examination,
  { gate, more = [] }: { gate: Gate | null; more?: readonly Promise<DoctorRow[]>[] },
): Promise<DoctorReport> {
  const looks = CHECKS.map(([id, check]) => looked(id, check, examined));
  const [seen, added] = await Promise.all([Promise.all(looks), Promise.all(more)]);
  // Last, because a watcher that a repair has started captures from now on.
  const capture = await looked('capture_health', checkCapture, asRepaired(examined));
  const rows = [...seen, capture, ...added].flat();
  const status = worst(rows);
  return {
    status,
    message: messageFor(rows, status),
    checked_at: new Date(examined.now).toISOString(),
    workspace: examined.workspace.root,
    eventloom_path: examined.workspace.eventloomDir,
    gate,
    rows,
  };
}

async function looked(id: string, check: Check, examined: Examination): Promise<DoctorRow[]> {
  try {
    return [await check(examined)].flat();
  } catch (reason) {
    const isRefused = toErrorPayload(reason).error.code === 'permission_denied';
    if (isRefused && examined.evidence.notices?.some(({ kind }) => kind === 'unreadable'))
      return [skipped(id, 'Not checked, because a log may not be read.')];
    return [failed(id, reason)];
  }
}

function asRepaired(examined: Examination): Examination {
  const { evidence, repair, workspace } = examined;
  if (!repair) return examined;
  return { ...examined, evidence: { ...evidence, watcher: watcherRuns(workspace.eventloomDir) } };
}

export function worst(rows: readonly { status: RowStatus }[]): 'ok' | 'warning' | 'error' {
  if (rows.some(({ status }) => status === 'error')) return 'error';
  return rows.some(({ status }) => status === 'warning') ? 'warning' : 'ok';
}

/** A check that fails is reported as a row, and the others continue. */
function failed(id: string, reason: unknown): DoctorRow {
  const message = reason instanceof Error ? reason.message : String(reason);
  return error(id, {
    message: isHookloomError(reason) ? message : `The check failed: ${message}`,
    why: 'This part could not be checked.',
    command: isHookloomError(reason) ? null : 'hookloom doctor --json',
  });
}

function messageFor(rows: readonly DoctorRow[], status: DoctorReport['status']): string {
  if (status === 'ok') return 'Everything works.';
  const count = (word: RowStatus): number => rows.filter((row) => row.status === word).length;
  const parts = [
    ...(count('error') > 0 ? [`${count('error')} broken`] : []),
    ...(count('warning') > 0
      ? [`${count('warning')} ${count('warning') === 1 ? 'warning' : 'warnings'}`]
      : []),
  ];
  return `${parts.join(', ')}.`;
}
