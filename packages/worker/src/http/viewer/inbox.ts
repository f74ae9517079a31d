/** `/api/viewer/inbox`: proposed statements, and a person's review of one. */
import { listInbox, reviewRequest, reviewStatement } from '../../operations/inbox.ts';
import type { Workspaces } from '../../workspaces/workspaces.ts';
import { httpCaller } from '../prompt-source.ts';
import { integer } from '../parameters.ts';
import { defineRoute } from '../route.ts';
import { here, viewedLog } from './viewed-log.ts';

export function inboxRoutes(workspaces: Workspaces) {
  return [
    defineRoute({
      route: 'GET /api/viewer/inbox',
      does: 'Lists proposed statements, newest first.',
      query: { ...here, limit: integer({ byDefault: 50, min: 1, max: 500 }) },
      json: async ({ query }) => {
        const { open, log } = await viewedLog(workspaces, query);
        return await listInbox(open.runtime.context, { session_id: log, limit: query.limit });
      },
    }),
    defineRoute({
      route: 'POST /api/viewer/inbox/review',
      access: 'private',
      does: 'Accepts, rejects, edits or merges a statement.',
      query: here,
      body: reviewRequest.omit({ session_id: true }),
      json: async (call) => {
        const { open, log } = await viewedLog(workspaces, call.query);
        const request = { ...call.body, session_id: log };
        const caller = { ...httpCaller(call), client: 'viewer' };
        return await reviewStatement(open.runtime.context, request, caller);
      },
    }),
  ];
}
