import type { Recalled } from './session-context.ts';
import type { HookEvent } from '@hookloom/core/hook';
import type { HookClient } from '../clients/client.ts';
import type { Detach } from './detach.ts';
import type { ConfigFile } from './handler.ts';
import type { Delivery } from '../once/handle-once.ts';

/** The engine's input: one event of a client, and where its hooks are. */
export interface DispatchRequest {
  client: HookClient;
  event: HookEvent;
  /** Absolute path of the project. */
  projectDir: string;
  /** There is no project: `projectDir` is where the client was started, and only the user's own hooks run. */
  isOutside?: boolean;
  /** The client's environment. */
  env: Record<string, string | undefined>;
  /** The user's home folder; null: no user files. */
  home: string | null;
  /** The user's private state folder. */
  stateDir: string;
  /** Run project hooks without a review: the explicit flag of headless runs. */
  trustProject?: boolean;
  /** How a handler is passed to a process that outlives this one; null: it is not, and asynchronous handlers are awaited. */
  detach: Detach | null;
  /** Id of the recorded event, for the telemetry of work that ends later. */
  causedBy?: string;
  /** No explanation is needed why a hook does not fire: files that the client runs itself are not even read. */
  unexplained?: boolean;
  /** The memory's context at this event; requested once, beside the user's handlers. */
  recall?: (event: HookEvent) => Promise<Recalled | null>;
  /** How the client delivered the event: a duplicate runs its hooks once. Absent: it is a trial, not a delivery. */
  delivery?: Delivery;
  /** Plan only: nothing runs and no state changes. */
  dryRun?: boolean;
  /** Replaces the hook files: for trying a single one. */
  files?: readonly ConfigFile[];
  /** Instead of the system's place for the administrator's file; null: none. */
  managed?: { file: string; owner: number } | null;
  /** Instead of the session's own state folder: to try hooks without using up those that run once. */
  scratch?: string;
}
