import { existsSync } from 'node:fs';
import { timeIn } from '@hookloom/core';
import type { Workspace } from '@hookloom/core/settings';
import { eventSummaries, type StoredEvent } from '@hookloom/core/events';
import { namingUnavailable } from '../command/with-runtime.ts';
import { workspaceToRead } from '../command/context.ts';
import { defineCommand } from '../command/definition.ts';
import { hasLog, reportedEmpty } from '../command/nothing-yet.ts';
import { integerOr, memoryOptions, text } from '../command/options.ts';
import { sessionLog } from '../input/name-log.ts';
import { printNoticesOf } from '../output/log-notices.ts';

export const command = defineCommand({
  name: 'memory log',
  summary: 'Print the newest events of a session, newest last.',
  options: {
    limit: integerOr('--limit <n>', 'how many events', [1, 1000], 20),
    type: text('--type <type>', 'only events of this type, or of all types that begin with it'),
    sinceTime: text('--since-time <time>', 'only events at or after this time (ISO 8601)'),
    untilTime: text('--until-time <time>', 'only events at or before this time (ISO 8601)'),
    ...memoryOptions,
  },
  examples: {
    'hookloom memory log': 'the last 20 events of this workspace',
    'hookloom memory log --type hook.run': 'what your hooks allowed and denied, and why',
    'hookloom memory log --since-time 2026-11-21 --type command --limit 1000':
      'what was run since this day',
    'hookloom memory log --limit 5 --json': 'whole events',
  },
  async run({ options, context, out }) {
    const workspace = workspaceToRead(context, options);
    if (await reportedEmpty(context, workspace, options)) return;
    if (!hasLog(workspace))
      return out.json({ session_id: workspace.session, head: null, events: [] });
    await drain(workspace);
    const session = shownSession(workspace);
    if (!options.json) await printNoticesOf(out, workspace);
    const { path } = sessionLog(session, workspace);
    const { openJsonlStore, readEvents } = await import('@hookloom/log');
    const head = await openJsonlStore({ dir: workspace.eventloomDir }).head(session);
    const { limit, type = '' } = options;
    const since = timeIn('--since-time', options.sinceTime);
    const until = timeIn('--until-time', options.untilTime);
    const isFiltered = type !== '' || since !== null || until !== null;
    const last = head?.seq ?? 0;
    const fromSeq = isFiltered ? 1 : Math.max(1, last - limit + 1);
    const onUnavailable = await namingUnavailable(context, session);
    const summaryOf = eventSummaries();
    const events: StoredEvent[] = [];
    const summaries: string[] = [];
    let found = 0;
    for (const event of readEvents(path, { fromSeq, onUnavailable })) {
      const summary = summaryOf(event);
      const ms = Date.parse(event.timestamp);
      const isAsked = ms >= (since ?? -Infinity) && ms <= (until ?? Infinity);
      if (isFiltered && !(isAsked && event.type.startsWith(type))) continue;
      found += 1;
      summaries.push(summary);
      if (events.push(event) > limit) [events, summaries].forEach((list) => list.shift());
    }
    if (options.json) {
      const { toRecord } = await import('@hookloom/log');
      out.json({ session_id: session, head, events: events.map(toRecord) });
      return;
    }
    // The summary matters more than who wrote it.
    const isNarrow = out.isTerminal && out.columns < 100;
    const year = String(new Date(context.now()).getUTCFullYear());
    const rows = events.map(({ seq, timestamp, type: name, actorId }, at) => [
      String(seq),
      timestamp.slice(timestamp.startsWith(year) ? 5 : 0, 16).replace('T', ' '),
      name,
      ...(isNarrow ? [] : [actorId]),
      summaries[at]!,
    ]);
    const of = isFiltered ? `${found} matching events, ${last} in the log` : `${last} events`;
    out.dim(`${session}: ${events.length} of ${of}, times in UTC`);
    await out.table(rows);
  },
});

/** The session, or the broken log that it will continue if nothing was recorded since. */
export function shownSession({ eventloomDir, session }: Workspace): string {
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
