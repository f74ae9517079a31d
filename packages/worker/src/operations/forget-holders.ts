/** Finds every event that contains what is to be forgotten, in one pass over all logs. */
import { eventClass, type StoredEvent } from '@hookloom/core/events';
import type { JsonObject } from '@hookloom/core';
import {
  KEPT_TYPES,
  listSessions,
  logPath,
  chooseLines,
  recordedEvents,
  type Gate,
  type GateValue,
} from '@hookloom/log';

export interface Gates {
  /** What `loose` compares with, and what `tokens` does. */
  values: readonly GateValue[];
  asked: readonly GateValue[];
  exact: Gate;
  /** Matches the exact texts and other wordings of them. */
  loose: Gate;
  tokens: Gate;
}

export function* holdersIn(dir: string, { values, asked, exact, loose, tokens }: Gates) {
  const look = chooseLines(values, asked);
  for (const session of listSessions(dir)) {
    for (const event of recordedEvents(logPath(dir, session), look)) {
      if (event.shredded !== null || KEPT_TYPES.has(event.type)) continue;
      const isLoose = holds(loose, event);
      if ((isLoose && holds(exact, event)) || asksFor([loose, tokens], event))
        yield { session, event, holds: 'text' };
      else if (isLoose) yield { session, event, holds: 'other_words' };
    }
  }
}

function holds(gate: Gate, event: Parameters<Gate['mask']>[0]): boolean {
  return gate.mask(event).paths.length > 0;
}

const QUESTIONS = /^(?:query|question|prompt|task|text)$/;

/** Questions in the telemetry that name the text, in any wording. */
function asksFor(gates: readonly Gate[], { type, actorId, payload }: StoredEvent): boolean {
  if (eventClass(type) !== 'telemetry') return false;
  const asked: JsonObject = Object.fromEntries(
    Object.entries(payload).filter(([key]) => QUESTIONS.test(key)),
  );
  return gates.some((gate) => holds(gate, { type, actorId, payload: asked }));
}
