import type { HookEvent, HookEventType } from '@hookloom/core/hook';
import type { Handler } from './handler.ts';

/** The program that outlives the hook: `node file supervise JOB`. */
export interface Detach {
  node: string;
  file: string;
  /** The log that its telemetry goes to; null for none. */
  target: { dir: string; session: string } | null;
}

/** Data stored with a job, to understand its outcome when it ends. */
export interface DetachedMeta {
  handler: Handler;
  event: HookEvent;
  type: HookEventType;
  projectDir: string;
  target: Detach['target'];
  causedBy?: string;
}
