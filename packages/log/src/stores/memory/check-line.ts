/** Whether one line of an array of lines holds. The log on disk has its own check, made for size (`read/`). */
import { conflict, corrupt, type HookloomError } from '@hookloom/core';
import type { CheckedEvent, StoredEvent } from '@hookloom/core/events';
import { parseLine } from '../../envelope/parse.ts';
import type { Unavailable } from '../../read/valid-lines.ts';
import { ownFault } from '../../envelope/own-fault.ts';

export function checkLine(lines: readonly string[], session: string, seq: number): CheckedEvent {
  const line = lines[seq - 1];
  if (line === undefined) return { state: 'absent' };
  const refused = (reason: Unavailable['reason'], detail: string): CheckedEvent => ({
    state: 'unavailable',
    unavailable: { session, seq, reason, detail },
  });
  const result = parseLine(Buffer.from(line), seq);
  if (!result.ok) return refused('unreadable_line', result.detail);
  const { event } = result;
  if (event.seq !== seq) return refused('seq_mismatch', `its line carries the number ${event.seq}`);
  const fault = faultOf(line, event);
  if (fault !== null)
    return refused(
      fault.reason === 'hash_mismatch' ? fault.reason : 'unreadable_line',
      fault.detail,
    );
  const before = eventAt(lines, seq - 1);
  const after = eventAt(lines, seq + 1);
  // A damaged neighbour contradicts nothing; it is hashed only if it seems to.
  const links =
    (seq === 1
      ? event.previousHash === null
      : before === null ||
        before.hash === event.previousHash ||
        !isSound(lines, seq - 1, before)) &&
    (after === null || after.previousHash === event.hash || !isSound(lines, seq + 1, after));
  return links
    ? { state: 'held', event }
    : refused('previous_hash_mismatch', 'it and a neighbouring event do not name each other');
}

function faultOf(line: string, event: StoredEvent) {
  const bytes = Buffer.from(line);
  return ownFault(bytes, 0, bytes.length, event);
}

function eventAt(lines: readonly string[], seq: number): StoredEvent | null {
  const line = lines[seq - 1];
  if (line === undefined) return null;
  const result = parseLine(Buffer.from(line), seq);
  return result.ok ? result.event : null;
}

function isSound(lines: readonly string[], place: number, event: StoredEvent): boolean {
  return faultOf(lines[place - 1]!, event) === null;
}

export function eventUnavailable(seq: number, detail: string): HookloomError {
  return corrupt(`Event ${seq} is unavailable: ${detail}.`, 'Run `hookloom verify`.');
}

export function headMoved(session: string): HookloomError {
  return conflict(
    `Session ${session} does not end with the expected head, or no longer contains it.`,
    'Read what was appended since, and try again.',
  );
}
