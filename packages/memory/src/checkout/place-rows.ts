/** Working set and recent events with their channel, and with citations that the log contains. */
import { parseCitation } from '@hookloom/core';
import type { Channel } from '@hookloom/core/events';
import type { RecentEvent, WorkingSetItem } from '../rows.ts';
import type { CitationCheck } from '../shown/citation-check.ts';

export type PlacedWorkingSetItem = WorkingSetItem & {
  channel: Channel;
  /** A file that it cites has changed since. */
  stale?: boolean;
};
export type PlacedRecentEvent = RecentEvent & { channel: Channel };

/** Text of an older log without a channel is treated as reported text. */
const UNNAMED: Channel = 'file';

export async function placeItems(
  items: readonly WorkingSetItem[],
  check: CitationCheck,
): Promise<PlacedWorkingSetItem[]> {
  const placed = await Promise.all(
    items.map(async (item) => {
      const { session, seq, hashPrefix } = parseCitation(item.citation);
      const { content, entityName: name } = item;
      const quoted = [{ content, ...(name !== undefined && { name }) }];
      const event = await check.event(session, seq, hashPrefix, quoted);
      if (event.state !== 'found') return null;
      const channel = item.channel ?? event.channel ?? UNNAMED;
      return { ...item, citation: event.citation, channel };
    }),
  );
  return placed.filter((item) => item !== null);
}

export async function placeEvents(
  events: readonly RecentEvent[],
  session: string,
  check: CitationCheck,
): Promise<PlacedRecentEvent[]> {
  const placed = await Promise.all(
    events.map(async (event) => {
      const quoted = [{ content: event.summary, isStart: true }];
      const checked = await check.event(session, event.seq, event.hash, quoted);
      if (checked.state !== 'found') return null;
      return { ...event, channel: event.channel ?? checked.channel ?? UNNAMED };
    }),
  );
  return placed.filter((event) => event !== null);
}
