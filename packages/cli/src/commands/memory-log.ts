import { namingUnavailable } from '../command/answer-head.ts';
import { workspaceOf } from '../command/context.ts';
import { defineCommand } from '../command/definition.ts';
import { hasLog, reportedEmpty } from '../command/nothing-yet.ts';
import { integerOr, memoryOptions } from '../command/options.ts';
import { sessionLog } from '../input/name-log.ts';
import { eventSummary } from '../output/event-summary.ts';
import { printNoticesOf } from '../output/log-notices.ts';
import { existsSync } from 'node:fs';
import type { Workspace } from '@hookloom/core/settings';

export const command = defineCommand({
  name: 'memory log',
  summary: 'Print the newest events of a session, newest last.',
  arguments: {},
  options: {
    limit: integerOr('--limit <n>', 'how many events', [1, 1000], 20),
    ...memoryOptions,
  },
  examples: {
    'hookloom memory log': 'the last 20 events of this workspace',
    'hookloom memory log --limit 5 --json': 'whole events',
  },
  async run({ options, context }) {
    const { out } = context;
    const workspace = workspaceOf(context, options);
    const { session, eventloomDir } = workspace;
    if (await reportedEmpty(context, workspace, options)) return;
    if (!hasLog(workspace)) return out.json({ session_id: session, head: null, events: [] });
    await drain(workspace);
    if (!options.json) await printNoticesOf(out, workspace);
    const { path } = sessionLog(session, workspace);
    const { openJsonlStore, readEvents } = await import('@hookloom/log');
    const head = await openJsonlStore({ dir: eventloomDir }).head(session);
    const fromSeq = Math.max(1, (head?.seq ?? 0) - options.limit + 1);
    const onUnavailable = await namingUnavailable(context, session);
    const events = [...readEvents(path, { fromSeq, onUnavailable })];
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
