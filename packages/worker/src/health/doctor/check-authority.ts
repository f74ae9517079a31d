/**
 * Finds events that would be refused today: their type is reserved for an operation, a hook or the log, but they come
 * from elsewhere. A forgotten event is skipped, because its origin was forgotten with its content.
 */
import { checkWriter, writerOf, type Origin } from '@hookloom/core/events';
import { isJsonObject, type JsonValue } from '@hookloom/core';
import { recordedEvents } from './recorded-events.ts';
import { ok, skipped, warning, type Check } from './row.ts';

const ID = 'unauthorised_state';
const MAX_NAMED = 20;
const TYPE = /"type":"([a-z0-9_.]+)"/g;

export const checkAuthority: Check = async (examined) => {
  if (examined.evidence.log.sessions.length === 0) return skipped(ID, 'Nothing is recorded yet.');
  const found: string[] = [];
  for await (const { session, seq, type, payload } of recordedEvents(examined, mayBeProtected)) {
    if (payload['__shredded'] !== undefined) continue;
    const origin = originIn(payload['__origin']);
    if (checkWriter({ type, origin }) === 'unauthorised') found.push(`${session} ${seq} ${type}`);
  }
  if (found.length === 0) return ok(ID, 'Every change to the memory was made by the right tool.');
  const named = found.slice(0, MAX_NAMED);
  const more = found.length > named.length ? ` and ${found.length - named.length} more` : '';
  return warning(ID, {
    message: `${found.length} ${found.length === 1 ? 'event was' : 'events were'} not written by the tool that should write them: ${named.join(', ')}${more}.`,
    why: 'An older version accepted them from any caller. They are searchable but have no effect: no fact, skill or promotion depends on them. Record what you want to keep again with the tool.',
    command: null,
  });
};

/** Skips most lines without parsing, because anyone may write their type. */
function mayBeProtected(line: string): boolean {
  return [...line.matchAll(TYPE)].some(([, type]) => writerOf(type!).writtenBy !== 'caller');
}

/** Only the fields that decide whether the writer was allowed. */
function originIn(value: JsonValue | undefined): Origin | null {
  if (!isJsonObject(value) || typeof value['written_by'] !== 'string') return null;
  return { channel: 'file', written_by: value['written_by'] };
}
