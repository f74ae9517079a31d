/** One event as one line. */
import { clientName, clockOf, hueOf, shortId } from '../format.ts';
import type { EventLine } from '../types.ts';

/** Marks around the work step back behind the work. */
export function rowClassOf(line: EventLine | undefined): string {
  const isMark = line !== undefined && ['hook', 'memory', 'session', 'other'].includes(line.kind);
  return isMark ? 'event quiet-row' : 'event';
}

export function EventRow({ line, day }: { line: EventLine; day?: string | null }) {
  const failed = line.aside !== null && /exit [1-9]|deny/.test(line.aside);
  return (
    <>
      <span class={`stripe h${line.session_id === null ? 'none' : hueOf(line.session_id)}`} />
      {day !== undefined && <span class="day">{day ?? ''}</span>}
      <span class="time">{clockOf(line.time)}</span>
      <span class={`kind k-${line.kind}`}>{line.kind}</span>
      <span class={`about${line.forgotten ? ' gone' : ''}`}>{line.summary}</span>
      <span class={`aside${failed ? ' bad' : ''}`}>{line.aside ?? ''}</span>
      <span class="who">
        {clientName(line.client)}
        {line.session_id !== null && <i>{shortId(line.session_id)}</i>}
      </span>
    </>
  );
}
