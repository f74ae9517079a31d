/**
 * Runs the user's own hooks for one delivery, if there are any: loads the engine's bundle from the folder of this file
 * and writes its answer. Our own failure is silent, except that a critical guard then refuses.
 */
import type { HandlersKnown } from '../engine/handler-index.ts';
import type { LogTarget } from '../engine/detach.ts';
import type { Answer, EngineBundle } from '../engine/dispatch-request.ts';
import type { UnsealedEvent } from '@hookloom/core/events';
import type { JsonObject } from '@hookloom/core';
import { noteLoss } from '../losses/note-loss.ts';
import { quickAnswer } from '../ready/quick-answer.ts';
import { namesIn, type Delivery, handlersKnown, writeLine } from './delivery.ts';
import type { Recorded } from '../record/record-delivery.ts';
import { refuseUnchecked } from './refuse-unchecked.ts';
import { appendOrSpool } from '@hookloom/log/append';

/** The payload, read and recorded. */
export interface Arrived extends Delivery, Pick<Recorded, 'event' | 'firstId'> {
  payload: JsonObject;
  bytes: Buffer;
}

/** If the hook is ended before the handlers have answered, the client gets the answer of a guard that failed. */
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** Always calls `exit` with the status for the client. */
export function answerHook(arrived: Arrived, known: HandlersKnown, exit: (status: number) => void) {
  const quick = known === 'none' ? quickAnswer(arrived, arrived.payload) : null;
  if (quick !== null) {
    writeLine(1, quick.stdout);
    recordTelemetry(arrived.target, quick.records);
    return exit(0);
  }
  let done = false;
  const end = (answer: Answer | null, why = 'The hook engine failed.'): void => {
    if (done) return;
    done = true;
    if (answer === null) {
      // Only now, after reading the files, it may be known that there is a guard.
      const names = namesIn(arrived, arrived.payload);
      const isGuarded = known === 'guarded' || handlersKnown(arrived, names) === 'guarded';
      return exit(isGuarded ? refuseUnchecked(why).exit : 0);
    }
    writeLine(1, answer.stdout);
    writeLine(2, answer.stderr);
    recordTelemetry(arrived.target, answer.telemetry);
    exit(answer.exit);
  };
  process.removeAllListeners('uncaughtException');
  process.on('uncaughtException', () => end(null));
  for (const signal of SIGNALS) process.on(signal, () => end(null, `The hook got ${signal}.`));
  askEngine(arrived).then(end, () => end(null));
}

export async function askEngine(arrived: Arrived): Promise<Answer> {
  const { bytes, firstId: causedBy, ...request } = arrived;
  return engine().answer({
    ...request,
    raw: bytes.toString('utf8'),
    nowMs: Date.now(),
    hookFile: `${__dirname}/hook.cjs`,
    ...(causedBy === undefined ? {} : { causedBy }),
  });
}

/** `supervise JOB`: a handler that outlives the hook that started it. */
export function superviseHook(jobFile: string, env: NodeJS.ProcessEnv, exit: () => void): void {
  engine()
    .superviseJob(jobFile, env)
    .then(
      (told) => {
        if (told !== null) recordTelemetry(told.target, told.telemetry);
        exit();
      },
      () => exit(),
    );
}

function engine(): EngineBundle {
  return require('./engine.cjs') as EngineBundle;
}

/** How long telemetry may wait for the log: the client has its answer but waits until the hook ends. */
const TELEMETRY_MS = 100;

/** Appends the runs of hooks; without the lock, they go to the inbox. */
function recordTelemetry(target: LogTarget | null, events: UnsealedEvent[]): void {
  if (target === null || events.length === 0) return;
  const { dir, session } = target;
  try {
    const nowMs = Date.now();
    const outcome = appendOrSpool({ dir, session, events, deadline: nowMs + TELEMETRY_MS });
    if (outcome.kind === 'lost') noteLoss(target, outcome.reason, { events: events.length, nowMs });
  } catch {
    // The answer was written; a failure after it does not justify another.
  }
}
