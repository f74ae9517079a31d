/**
 * What the hook passes to the engine's bundle and what it returns. Types only, because the hook path must not contain
 * the engine.
 */
import type { ClientName, HookEvent } from '@hookloom/core/hook';
import type { JsonObject } from '@hookloom/core';
import type { UnsealedEvent } from '@hookloom/core/events';

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
  causedBy?: string;
}

export interface LogTarget {
  /** Absolute path of the `.eventloom` directory. */
  dir: string;
  session: string;
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
