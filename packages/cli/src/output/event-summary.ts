/** Summarises an event in one phrase from its payload. The caller must encode it before printing it. */
import type { JsonObject } from '@hookloom/core';
import type { StoredEvent } from '@hookloom/core/events';

/** The first of these fields with a text is the subject of the event. */
const TELLING =
  'title decision command tool_name path content issue preference summary query taskId entity_name agent_type reason trigger name root request completed provider client note'.split(
    ' ',
  );
const LONGEST = 400;

/**
 * Summarises events in the order of the log: a later event of a call repeats what the call was about.
 *
 * @example eventSummaries()(event) === 'npm test (exit 0)'
 */
export function eventSummaries(): (event: StoredEvent) => string {
  const calls = new Map<unknown, string>();
  return (event) => {
    const { payload, shredded } = event;
    if (shredded !== null) return '(forgotten)';
    const id = payload['tool_use_id'];
    const about = ['command', 'path', 'target'].map((name) => payload[name]).find(isWord);
    if (id !== undefined && about !== undefined) calls.set(id, about.slice(0, LONGEST));
    const agent = id !== undefined && payload['agent_type'];
    return [wordsOf(payload, about ?? calls.get(id)), agent].filter(isWord).join(' · ');
  };
}

function wordsOf(payload: JsonObject, about: string | undefined): string {
  const { tool_name: tool, command, status, decision, reason, exit_code: exit } = payload;
  if (isWord(tool) && !isWord(command)) {
    const call = about === undefined ? tool : `${tool} ${about.slice(0, LONGEST)}`;
    return [decision, call, status === 'error' && 'failed', reason].filter(isWord).join(' · ');
  }
  const text = TELLING.map((name) => payload[name]).find(isWord);
  if (text === undefined) return JSON.stringify(payload).slice(0, LONGEST);
  const first = text.slice(0, LONGEST);
  return command === text && typeof exit === 'number' ? `${first} (exit ${exit})` : first;
}

function isWord(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
