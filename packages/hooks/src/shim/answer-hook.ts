/**
 * Runs the user's own hooks for one delivery, where there are any: loads the engine's bundle, which lies beside this file,
 * and writes its answer. Our own failure is silence, but for guards that the user marked critical (DESIGN law 2).
 */
import { writeSync } from 'node:fs';
import type { HandlersKnown } from '../engine/handler-index.ts';
import type { Answer, AnswerRequest, EngineBundle, LogTarget } from '../engine/answer-request.ts';
import type { UnsealedEvent } from '@hookloom/core/ports/event-store';
import { appendOrSpool } from '@hookloom/log/append/append-or-spool';

/** Calls `exit` with the status for the client, always. */
export function answerHook(
  request: AnswerRequest,
  known: HandlersKnown,
  exit: (status: number) => void,
): void {
  let done = false;
  const end = (answer: Answer | null): void => {
    if (done) return;
    done = true;
    if (answer === null) return exit(known === 'guarded' ? refuse() : 0);
    say(1, answer.stdout);
    say(2, answer.stderr);
    recordTelemetry(request.target, answer.telemetry);
    exit(answer.exit);
  };
  process.removeAllListeners('uncaughtException');
  process.on('uncaughtException', () => end(null));
  try {
    engine()
      .answer(request)
      .then(end, () => end(null));
  } catch {
    end(null);
  }
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

/** A guard that could not do its work refuses: 2 blocks under every client. */
function refuse(): number {
  say(
    2,
    'A hook that is marked critical could not be run: the hook engine failed. Run `hookloom hooks doctor`.',
  );
  return 2;
}

function say(fd: 1 | 2, text: string): void {
  if (text === '') return;
  try {
    let rest = Buffer.from(`${text}\n`);
    while (rest.length > 0) rest = rest.subarray(writeSync(fd, rest));
  } catch {
    // Nobody listens.
  }
}

/** How long telemetry may wait for the log: the client has its answer, but waits for our end. */
const TELEMETRY_MS = 100;

/** Appends what hooks did; what finds no lock goes to the inbox. */
function recordTelemetry({ dir, session }: LogTarget, events: UnsealedEvent[]): void {
  if (events.length === 0) return;
  try {
    appendOrSpool({ dir, session, events, deadline: Date.now() + TELEMETRY_MS });
  } catch {
    // The answer stands; what was to follow it is not worth another.
  }
}
