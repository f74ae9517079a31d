import type { HookEvent, HookEventType } from '@hookloom/core/hook';
import type { Handler } from './handler.ts';

/** The program that outlives the hook: `node file supervise JOB`. */
export interface Detach {
  node: string;
  file: string;
  /** The log for its telemetry; null for none. */
  target: LogTarget | null;
}

/** Stored with a job, to interpret its outcome when it ends. */
export interface DetachedMeta {
  handler: Handler;
  event: HookEvent;
  type: HookEventType;
  projectDir: string;
  target: Detach['target'];
  causedBy?: string;
}

export interface LogTarget {
  /** Absolute path of the `.eventloom` directory. */
  dir: string;
  session: string;
}
