/** Questions stored with the telemetry that name the text to forget, in any wording. */
import { eventClass } from '@hookloom/core/events';
import type { JsonObject } from '@hookloom/core';
import { listSessions, logPath, recordedEvents, type Gate, type Holder } from '@hookloom/log';

const QUESTIONS = /^(?:query|question|prompt|task|text)$/;

export function* queriesWith(dir: string, gates: readonly Gate[]): Generator<Holder> {
  for (const session of listSessions(dir)) {
    for (const event of recordedEvents(logPath(dir, session))) {
      if (event.shredded !== null || eventClass(event.type) !== 'telemetry') continue;
      const { type, actorId } = event;
      const payload = questionsOf(event.payload);
      if (gates.some((gate) => gate.mask({ type, actorId, payload }).paths.length > 0))
        yield { session, event };
    }
  }
}

function questionsOf(payload: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(payload).filter(([key]) => QUESTIONS.test(key)));
}
