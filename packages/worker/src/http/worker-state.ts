/** The state that routes about the worker itself share. */
import type { WorkerLog } from '../life/worker-log.ts';
import type { ServedWorkspaces } from '../workspaces/open-workspaces.ts';
import type { StreamHub } from './stream-hub.ts';

/** `restart` and `shutdown` of the documented routes; `upgrade`: a newer version takes over. */
export type StopReason = 'restart' | 'shutdown' | 'upgrade';

export interface WorkerState {
  workspaces: ServedWorkspaces;
  hub: StreamHub;
  log: WorkerLog;
  stateDir: string;
  env: Record<string, string | undefined>;
  token: string;
  startedAt: number;
  now(): number;
  port(): number;
  /** Drains and stops the worker; absent if stopping is not supported. */
  stop?: ((reason: StopReason) => void) | undefined;
  /** A worker in a terminal cannot be restarted from outside. */
  canRestart: boolean;
}
