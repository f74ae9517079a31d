/** Summarises an event in one phrase from its payload. The caller must encode it before printing it. */
import type { JsonObject } from '../json.ts';
import type { StoredEvent } from '../ports/event-store.ts';
import { eventDefinition } from './index.ts';

/** The first of these fields with a text is the subject of the event. */
const TELLING =
  'title decision command path request content text completed delta query issue preference summary objective assignment subject rationale taskId entity_name agent_type file name detail note tool_name worker_id'.split(
    ' ',
  );
/** Tells more than nothing in an event that has no definition. */
const LAST = ['reason', 'trigger', 'kind', 'provider'];
const LONGEST = 400;

/**
 * Summarises events in the order of the log: a later event of a call repeats what the call was about.
 *
 * @param withOutcome False where the decision of a hook and the exit status are shown beside the summary
 * @example eventSummaries()(event) === 'npm test (exit 0)'
 */
export function eventSummaries(withOutcome = true): (event: StoredEvent) => string {
  const calls = new Map<unknown, string>();
  return (event) => {
    const { payload, shredded } = event;
    if (shredded !== null) return 'Forgotten';
    const id = payload['tool_use_id'];
    const about = ['command', 'path', 'target'].map((name) => payload[name]).find(isWord);
    if (id !== undefined && about !== undefined) calls.set(id, about.slice(0, LONGEST));
    const agent = id !== undefined && payload['agent_type'];
    const words = wordsOf(event, about ?? calls.get(id), withOutcome);
    return [words, agent].filter(isWord).join(' · ');
  };
}

function wordsOf(
  { payload, type }: StoredEvent,
  about: string | undefined,
  withOutcome: boolean,
): string {
  const { tool_name: tool, command, status, decision, reason, exit_code: exit } = payload;
  if (isWord(tool) && !isWord(command)) {
    const call = about === undefined ? tool : `${tool} ${about.slice(0, LONGEST)}`;
    const result = about === undefined && payload['result_summary'];
    return [withOutcome && decision, call, status === 'error' && 'failed', reason, result]
      .filter(isWord)
      .join(' · ');
  }
  const text =
    textIn(payload, TELLING) ??
    // The clauses after the first one describe the payload.
    eventDefinition(type)?.summary.split(/[:;,.](?: |$)/)[0] ??
    textIn(payload, LAST) ??
    JSON.stringify(payload);
  const first = text.slice(0, LONGEST);
  return withOutcome && command === text && typeof exit === 'number'
    ? `${first} (exit ${exit})`
    : first;
}

function textIn(payload: JsonObject, names: string[]): string | undefined {
  return names.map((name) => payload[name]).find(isWord);
}

function isWord(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}
