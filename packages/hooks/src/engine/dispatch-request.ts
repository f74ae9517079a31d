import type { HookEvent, ClientName } from '@hookloom/core/hook';
import type { JsonObject } from '@hookloom/core';
import type { UnsealedEvent } from '@hookloom/core/events';
import type { Recalled } from './session-context.ts';
import type { HookClient } from '../clients/client.ts';
import type { Detach, LogTarget } from './detach.ts';
import type { ConfigFile } from './handler.ts';
import type { Delivery } from '../once/handle-once.ts';

/** The engine's input: an event of a client, and where to find its hooks. */
export interface DispatchRequest {
  client: HookClient;
  event: HookEvent;
  /** Absolute path of the project. */
  projectDir: string;
  /** There is no project: `projectDir` is where the client was started, and only the user's own hooks run. */
  isOutside?: boolean;
  /** The client's environment. */
  env: Record<string, string | undefined>;
  /** The user's home folder; null if there are no user files. */
  home: string | null;
  /** The user's private state folder. */
  stateDir: string;
  /** Run project hooks without a review: the explicit flag of headless runs. */
  trustProject?: boolean;
  /** Passes a handler to a process that outlives this one. Null: asynchronous handlers are awaited instead. */
  detach: Detach | null;
  /** Id of the recorded event, for the telemetry of background work. */
  causedBy?: string | undefined;
  /** Leaves out hook files that the client runs itself: only `hooks explain` needs them. */
  unexplained?: boolean;
  /** The memory's context at this event. Requested once, in parallel with the user's handlers. */
  recall?: (event: HookEvent) => Promise<Recalled | null>;
  /** How the client delivered the event: a duplicate must not run its hooks again. Absent for a trial. */
  delivery?: Delivery;
  /** Plan only: nothing runs and no state changes. */
  dryRun?: boolean;
  /** Replaces the hook files, to try a single one. */
  files?: readonly ConfigFile[];
  /** Replaces the system's path of the administrator's file; null for none. */
  managed?: { file: string; owner: number } | null;
  /** Replaces the session's state folder, so that a trial does not use up hooks that run once. */
  scratch?: string;
}

// What the hook passes to the engine's bundle and what it returns. Types only, because the hook path must not contain
// the engine.

export interface AnswerRequest {
  client: ClientName;
  payload: JsonObject;
  /** The payload's text. */
  raw: string;
  /** The event's name if it is not in the payload. */
  nativeEvent?: string | undefined;
  /** The payload as parsed so far, without its text. */
  event?: HookEvent | undefined;
  nowMs: number;
  projectDir: string;
  env: NodeJS.ProcessEnv;
  /** Run project hooks without a review. */
  trustProject: boolean;
  /** The hook program, which supervises processes that outlive this one. */
  hookFile: string;
  /** The log for telemetry. Stored with background work, which ends after this process. Null outside every project. */
  target: LogTarget | null;
  /** Id of the recorded event. */
  causedBy?: string | undefined;
}

export interface Answer {
  stdout: string;
  stderr: string;
  exit: number;
  /** Events to append after the client has its answer. */
  telemetry: UnsealedEvent[];
}

export interface Supervised {
  target: LogTarget | null;
  telemetry: UnsealedEvent[];
}

/** The exports of `engine.cjs`. */
export interface EngineBundle {
  answer(request: AnswerRequest): Promise<Answer>;
  /** Null if there is nothing to report. */
  superviseJob(jobFile: string, env: NodeJS.ProcessEnv): Promise<Supervised | null>;
}
