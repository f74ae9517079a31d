import { eventSummaries, type StoredEvent } from '@hookloom/core/events';
import { workspaceToRead } from '../command/context.ts';
import { defineCommand } from '../command/definition.ts';
import { hasLog, reportedEmpty } from '../command/nothing-yet.ts';
import { inOrder, integer, integerOr, memoryOptions, SEQ } from '../command/options.ts';
import { namingUnavailable } from '../command/with-runtime.ts';
import { sessionLog } from '../input/name-log.ts';
import { plural } from '../output/format.ts';
import { printNoticesOf } from '../output/log-notices.ts';
import { shownSession } from './memory-log.ts';

/** Types that start the validity of something, and types that end it. */
const OPENING =
  /^(?:goal\.created|task\.proposed|decision\.made|user\.preference_changed|context\.policy)$/;
const CLOSING = /^(?:task\.completed|task\.cancelled|fact\.invalidated|memory\.forgotten)$/;

interface Change {
  seq: number;
  event_type: string;
  what: string;
}

export const command = defineCommand({
  name: 'memory diff',
  summary: 'Show what changed between two points of the log.',
  description:
    'Lists the new events by type, with what they opened and closed. Both ends of the window are included.',
  options: {
    fromSeq: integerOr('--from-seq <n>', 'first event', SEQ, 1),
    toSeq: integer('--to-seq <n>', 'last event (default: the end)', SEQ),
    ...memoryOptions,
  },
  examples: { 'hookloom memory diff --from-seq 120': 'what happened since event 120' },
  async run({ options, context, out }) {
    const { fromSeq, toSeq } = inOrder(options);
    const workspace = workspaceToRead(context, options);
    if (await reportedEmpty(context, workspace, options)) return;
    const { readEvents } = await import('@hookloom/log');
    const onUnavailable = await namingUnavailable(context, workspace.session);
    const within = { fromSeq, onUnavailable, ...(toSeq !== undefined && { toSeq }) };
    const diff = collect(
      hasLog(workspace)
        ? readEvents(sessionLog(shownSession(workspace), workspace).path, within)
        : [],
    );
    if (!options.json) await printNoticesOf(out, workspace);
    const window = { from_seq: fromSeq, to_seq: toSeq ?? diff.last, event_count: diff.count };
    const types = [...diff.types].sort(([a], [b]) => (a < b ? -1 : 1));
    if (options.json)
      return out.json({
        session_id: workspace.session,
        window,
        added: Object.fromEntries(types),
        opened: diff.opened,
        closed: diff.closed,
        actors: [...diff.actors].sort(),
      });
    out.bold(`${workspace.session}: ${plural(diff.count, 'event')} added`);
    const rows = types.map(([type, count]) => [`+${count}`, type]);
    await out.table(rows);
    await printChanges('Opened', diff.opened);
    await printChanges('Closed', diff.closed);

    async function printChanges(title: string, changes: Change[]): Promise<void> {
      if (changes.length === 0) return;
      out.line('');
      out.bold(title);
      const lines = changes.map(({ seq, event_type, what }) => [String(seq), event_type, what]);
      await out.table(lines);
    }
  },
});

function collect(events: Iterable<StoredEvent>) {
  const summaryOf = eventSummaries();
  const types = new Map<string, number>();
  const actors = new Set<string>();
  const opened: Change[] = [];
  const closed: Change[] = [];
  let count = 0;
  let last = 0;
  for (const event of events) {
    const { seq, type } = event;
    types.set(type, (types.get(type) ?? 0) + 1);
    actors.add(event.actorId);
    count++;
    last = seq;
    const change = { seq, event_type: type, what: summaryOf(event) };
    if (OPENING.test(type)) opened.push(change);
    else if (CLOSING.test(type)) closed.push(change);
  }
  return { types, actors, opened, closed, count, last };
}
