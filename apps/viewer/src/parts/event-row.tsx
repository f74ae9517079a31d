/** One event as one line. */
import { clientName, clockOf, hueOf, shortId } from '../format.ts';
import type { EventLine, RowState } from '../types.ts';
import { Tag } from './pieces.tsx';

/** Shows the marks around the work less prominently than the work. */
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
      <span class={`about${line.forgotten || line.row?.superseded === true ? ' gone' : ''}`}>
        {line.project !== undefined && <i class="of-project">{line.project}</i>}
        {line.summary}
        <Marks row={line.row} />
      </span>
      <span class={`aside${failed ? ' bad' : ''}`}>{line.aside ?? ''}</span>
      <span class="who">
        {clientName(line.client)}
        {line.session_id !== null && <i>{shortId(line.session_id)}</i>}
      </span>
    </>
  );
}

/** Its changes since it was recorded. */
function Marks({ row }: { row: RowState | null }) {
  if (row === null) return null;
  return (
    <>
      {row.pinned && <Tag tone="good">pinned</Tag>}
      {row.corrected && <Tag>corrected</Tag>}
      {row.superseded && <Tag>replaced</Tag>}
      {row.kind === 'observation' && row.covers > 1 && <Tag>{`covers ${row.covers} items`}</Tag>}
    </>
  );
}
