/** `/api/viewer/integrity`: whether the log verifies, and what is in its inbox. */
import fs from 'node:fs';
import path from 'node:path';
import { inboxSessions } from '@hookloom/log/append';
import { attempt } from '@hookloom/core';
import type { Workspaces } from '../../workspaces/workspaces.ts';
import { flag } from '../parameters.ts';
import { defineRoute } from '../route.ts';
import { here, viewedLog } from './viewed-log.ts';

export function integrityRoutes(workspaces: Workspaces) {
  return [
    defineRoute({
      route: 'GET /api/viewer/integrity',
      does: 'Returns the state of the chain, the head and the spool.',
      query: { ...here, full: flag() },
      json: async ({ query }) => {
        const { open, log } = await viewedLog(workspaces, query);
        const { store, context } = open.runtime;
        // Trusts the verified prefix unless the user requests a full verification.
        const incremental = !query.full;
        const began = performance.now();
        const report = await store.verify(log, { incremental });
        const head = await store.head(log);
        const opened = await context.memory.open();
        const stats = opened.ok ? await opened.memory.stats(log, { fresh: false }) : null;
        const { eventloomDir } = open.workspace;
        return {
          report,
          took_ms: Math.round(performance.now() - began),
          head,
          projection: opened.ok
            ? {
                seq: stats?.cursor?.seq ?? 0,
                behind: Math.max(0, (head?.seq ?? 0) - (stats?.cursor?.seq ?? 0)),
                facts: stats?.factCount ?? 0,
              }
            : { unavailable: opened.reason },
          inbox: inboxSessions(eventloomDir),
          raw: attempt(() => fs.readdirSync(path.join(eventloomDir, 'inbox', 'raw')).length, 0),
        };
      },
    }),
  ];
}
