/** `/api/viewer/inbox`: proposed statements, and a person's review of one. */
import { listInbox, reviewStatement, type ReviewRequest } from '../../operations/inbox.ts';
import type { Workspaces } from '../../workspaces/workspaces.ts';
import { readJsonBody } from '../body.ts';
import { httpCaller } from '../prompt-source.ts';
import type { Route } from '../server.ts';
import { viewedLog, within } from './viewed-log.ts';

export function inboxRoutes(workspaces: Workspaces) {
  return [
    {
      route: 'GET /api/viewer/inbox',
      does: 'Lists proposed statements, newest first.',
      json: async ({ query }) => {
        const { open, log } = await viewedLog(workspaces, query);
        const limit = within(query, 'limit', { least: 1, most: 500, fallback: 50 });
        const json = await listInbox(open.runtime.context, { session_id: log, limit });
        return json;
      },
    },
    {
      route: 'POST /api/viewer/inbox/review',
      access: 'private',
      does: 'Accepts, rejects, edits or merges a statement.',
      json: async (call) => {
        const { open, log } = await viewedLog(workspaces, call.query);
        const { value } = await readJsonBody(call.request);
        const request = { ...value, session_id: log } as ReviewRequest;
        const caller = { ...httpCaller(call), client: 'viewer' };
        return await reviewStatement(open.runtime.context, request, caller);
      },
    },
  ] satisfies Route[];
}
