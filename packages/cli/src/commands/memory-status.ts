import fs from 'node:fs';
import path from 'node:path';
import type { Workspace } from '@hookloom/core/settings';
import { attempt } from '@hookloom/core';
import { workspaceOf, workspaceToRead } from '../command/context.ts';
import { defineCommand } from '../command/definition.ts';
import { memoryOptions } from '../command/options.ts';
import { withRuntime } from '../command/with-runtime.ts';
import { plural } from '../output/format.ts';

export const command = defineCommand({
  name: 'memory status',
  summary: 'Show the sessions of this workspace and whether the memory is up to date.',
  options: memoryOptions,
  examples: { 'hookloom memory status': 'every session at a glance' },
  async run({ options, context, out }) {
    // Lists every session, so several are no error.
    const chosen = attempt(() => workspaceToRead(context, options));
    const workspace = chosen ?? workspaceOf(context, options);
    const { inboxSessions } = await import('@hookloom/log/append');
    const inbox = inboxSessions(workspace.eventloomDir);
    const raw = rawPayloads(workspace);
    const status = await withRuntime(context, workspace, async ({ store, memory }) => {
      const sessions = await store.sessions();
      if (!fs.existsSync(path.join(workspace.eventloomDir, 'projections')))
        return {
          projection: { status: 'not_built', reason: null },
          sessions: sessions.map((entry) => ({ ...entry, projected: null })),
        };
      const opened = await memory.open();
      const rows = [];
      for (const entry of sessions) {
        const stats = opened.ok ? await opened.memory.stats(entry.session, { fresh: false }) : null;
        rows.push({
          ...entry,
          projected:
            stats === null
              ? null
              : {
                  cursor_seq: stats.cursor?.seq ?? 0,
                  lag: Math.max(0, (entry.head?.seq ?? 0) - (stats.cursor?.seq ?? 0)),
                  fact_count: stats.factCount,
                },
        });
      }
      return {
        projection: opened.ok
          ? { status: 'ok', reason: null }
          : { status: 'unavailable', reason: opened.reason },
        sessions: rows,
      };
    });
    if (options.json)
      return out.json({
        domain: workspace.domain,
        eventloom_path: workspace.eventloomDir,
        session_id: workspace.session,
        inbox: { sessions: inbox, raw_payloads: raw },
        ...status,
      });
    out.bold(workspace.eventloomDir);
    if (status.sessions.length === 0)
      out.line('No sessions yet. Record something, or run `hookloom init`.');
    const rows = status.sessions.map(({ session, head, projected }) => [
      session === workspace.session ? `* ${session}` : `  ${session}`,
      plural(head?.seq ?? 0, 'event'),
      projected === null
        ? 'not projected'
        : projected.lag === 0
          ? 'projected'
          : `projected up to ${projected.cursor_seq}`,
      head?.hash.slice(7, 19) ?? '',
    ]);
    await out.table(rows);
    const waiting = inbox.reduce((sum, entry) => sum + entry.waiting, 0) + raw;
    if (waiting > 0)
      out.line({
        style: 'yellow',
        text: `${plural(waiting, 'recorded item')} waiting to be added to the log.`,
      });
    if (status.projection.status === 'unavailable')
      out.line({ style: 'yellow', text: `Memory: ${status.projection.reason}` });
  },
});

/** Payloads that the shell transport saved for a later process. */
function rawPayloads({ eventloomDir }: Workspace): number {
  return attempt(
    () =>
      fs
        .readdirSync(path.join(eventloomDir, 'inbox', 'raw'))
        .filter((name) => !name.startsWith('.')).length,
    0,
  );
}
