/** Starts the watcher of Codex's session files before a launch, if this workspace uses one. */
import fs from 'node:fs';
import path from 'node:path';
import { isHookloomError } from '@hookloom/core';
import type { Workspace } from '@hookloom/core/settings';
import { CODEX_CAPTURE_FILE } from '@hookloom/hooks/clients';
import type { CommandContext } from '../command/context.ts';
import { hasLog } from '../command/nothing-yet.ts';
import { ownFiles } from '../install/own-files.ts';
import type { ActivateClient } from './start-command.ts';

export interface Watcher {
  state: 'runs' | 'stopped' | 'unused';
  pid: number | null;
  /** Why it could not be started. */
  reason: string | null;
}

const RECORDS_PER_FILE = 500;
const UNUSED: Watcher = { state: 'unused', pid: null, reason: null };

/** Reports an error instead of throwing, because a client may start without its watcher. */
export async function watcherOf(
  context: CommandContext,
  client: ActivateClient,
  workspace: Workspace,
  sessionId: string | undefined,
  launch: boolean,
): Promise<Watcher> {
  if (client !== 'codex') return UNUSED;
  const { eventloomDir, root } = workspace;
  const isConfigured = fs.existsSync(path.join(root, CODEX_CAPTURE_FILE));
  // Never watch a folder that the user has not connected.
  if (!isConfigured && !hasLog(workspace)) return UNUSED;
  const { startWatcher, watcherRuns } = await import('@hookloom/worker');
  if (!launch) {
    const { state, pid } = watcherRuns(eventloomDir);
    if (state === 'running') return { state: 'runs', pid, reason: null };
    return isConfigured ? { state: 'stopped', pid: null, reason: null } : UNUSED;
  }
  try {
    const { captureSession, rootsOf } = await import('@hookloom/worker');
    const { pid } = await startWatcher({
      eventloomDir,
      root: rootsOf(root)[0]!,
      session: captureSession(workspace, sessionId),
      maxRecordsPerFile: RECORDS_PER_FILE,
      env: context.env,
      bin: ownFiles().bin,
    });
    return { state: 'runs', pid, reason: null };
  } catch (error) {
    if (!isHookloomError(error)) throw error;
    return { state: 'stopped', pid: null, reason: error.message };
  }
}
