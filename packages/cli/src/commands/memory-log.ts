import { existsSync } from 'node:fs';
import type { Workspace } from '@hookloom/core/settings';
import type { StoredEvent } from '@hookloom/core/events';
import { namingUnavailable } from '../command/with-runtime.ts';
import { workspaceOf } from '../command/context.ts';
import { defineCommand } from '../command/definition.ts';
import { hasLog, reportedEmpty } from '../command/nothing-yet.ts';
import { inOrder, integerOr, memoryOptions, integer, SEQ, text } from '../command/options.ts';
import { sessionLog } from '../input/name-log.ts';
import { eventSummary } from '../output/event-summary.ts';
import { printNoticesOf } from '../output/log-notices.ts';
import { plural } from '../output/format.ts';

export const memoryLog = defineCommand({
  name: 'memory log',
  summary: 'Print the newest events of a session, newest last.',
  options: {
    limit: integerOr('--limit <n>', 'how many events', [1, 1000], 20),
    type: text('--type <type>', 'only events of this type, or of all types that begin with it'),
    ...memoryOptions,
  },
  examples: {
    'hookloom memory log': 'the last 20 events of this workspace',
    'hookloom memory log --type hook.run': 'what your hooks allowed and denied, and why',
    'hookloom memory log --limit 5 --json': 'whole events',
  },
  async run({ options, context, out }) {
    const workspace = workspaceOf(context, options);
    if (await reportedEmpty(context, workspace, options)) return;
    if (!hasLog(workspace))
      return out.json({ session_id: workspace.session, head: null, events: [] });
    await drain(workspace);
    const session = shownSession(workspace);
    if (!options.json) await printNoticesOf(out, workspace);
    const { path } = sessionLog(session, workspace);
    const { openJsonlStore, readEvents } = await import('@hookloom/log');
    const head = await openJsonlStore({ dir: workspace.eventloomDir }).head(session);
    const { limit, type } = options;
    const fromSeq = type === undefined ? Math.max(1, (head?.seq ?? 0) - limit + 1) : 1;
    const onUnavailable = await namingUnavailable(context, session);
    const events: StoredEvent[] = [];
    for (const event of readEvents(path, { fromSeq, onUnavailable })) {
      if (type !== undefined && !event.type.startsWith(type)) continue;
      if (events.push(event) > limit) events.shift();
    }
    if (options.json) {
      const { toRecord } = await import('@hookloom/log');
      out.json({ session_id: session, head, events: events.map(toRecord) });
      return;
    }
    const rows = events.map((event) => [
      String(event.seq),
      event.timestamp.slice(5, 16).replace('T', ' '),
      event.type,
      event.actorId,
      eventSummary(event),
    ]);
    out.dim(`${session}: ${events.length} of ${head?.seq ?? 0} events`);
    await out.table(rows);
  },
});

/** The session, or the broken log that it will continue if nothing was recorded since. */
function shownSession({ eventloomDir, session }: Workspace): string {
  const isThere = existsSync(`${eventloomDir}/${session}.jsonl`);
  return isThere ? session : session.replace(/\.after-\d+(?:\.\d)?$/, '');
}

/** Best effort. Loads nothing while the inbox is empty. */
async function drain(workspace: Workspace): Promise<void> {
  if (!existsSync(`${workspace.eventloomDir}/inbox`)) return;
  const [{ drainInbox: takeInAll }, { openJsonlStore }] = await Promise.all([
    import('@hookloom/worker'),
    import('@hookloom/log'),
  ]);
  const store = openJsonlStore({ dir: workspace.eventloomDir });
  await takeInAll(workspace, store);
  await store.close();
}

/** Types that start the validity of something, and types that end it. */
const OPENING =
  /^(?:goal\.created|task\.proposed|decision\.made|user\.preference_changed|context\.policy)$/;
const CLOSING = /^(?:task\.completed|task\.cancelled|fact\.invalidated|memory\.forgotten)$/;

interface Change {
  seq: number;
  event_type: string;
  what: string;
}

export const memoryDiff = defineCommand({
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
    const workspace = workspaceOf(context, options);
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
    const change = { seq, event_type: type, what: eventSummary(event) };
    if (OPENING.test(type)) opened.push(change);
    else if (CLOSING.test(type)) closed.push(change);
  }
  return { types, actors, opened, closed, count, last };
}
