/** Summarises an event in one phrase from its payload. The caller must encode it before printing it. */
import type { StoredEvent } from '@hookloom/core/events';

/** The first of these fields with a text is the subject of the event. */
const TELLING =
  'title decision command tool_name path content issue preference summary query taskId entity_name agent_type reason trigger name root request completed provider client note'.split(
    ' ',
  );
const LONGEST = 400;

/** @example eventSummary(event) === 'npm test (exit 0)' */
export function eventSummary(event: StoredEvent): string {
  if (event.shredded !== null) return '(forgotten)';
  const { payload } = event;
  const texts = ['decision', 'tool_name', 'target', 'reason'].map((name) => payload[name]);
  if (/^hook\.(?:run|permission)/.test(event.type))
    return texts.filter((text) => typeof text === 'string').join(' · ');
  const key = TELLING.find((name) => typeof payload[name] === 'string' && payload[name] !== '');
  if (key === undefined) return JSON.stringify(payload).slice(0, LONGEST);
  const text = (payload[key] as string).slice(0, LONGEST);
  const exit = payload['exit_code'];
  return key === 'command' && typeof exit === 'number' ? `${text} (exit ${exit})` : text;
}
