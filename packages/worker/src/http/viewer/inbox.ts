/** `/api/viewer/inbox`: proposed statements, and a person's review of one. */
import { listInbox, reviewStatement, type ReviewRequest } from '../../operations/inbox.ts';
import type { Workspaces } from '../../workspaces/workspaces.ts';
import { readJsonBody } from '../body.ts';
import { httpCaller } from '../prompt-source.ts';
import type { Route } from '../server.ts';
import { askedFor, within } from './asked.ts';

export function inboxRoutes(workspaces: Workspaces): Route[] {
  return [
    {
      method: 'GET',
      path: '/api/viewer/inbox',
      handle: async ({ query }) => {
        const { open, log } = await askedFor(workspaces, query);
        const limit = within(query, 'limit', { least: 1, most: 500, fallback: 50 });
        const json = await listInbox(open.runtime.context, { session_id: log, limit });
        return { status: 200, json };
      },
    },
    {
      method: 'POST',
      path: '/api/viewer/inbox/review',
      access: 'private',
      handle: async (call) => {
        const { open, log } = await askedFor(workspaces, call.query);
        const { value } = await readJsonBody(call.request);
        const request = { ...value, session_id: log } as ReviewRequest;
        const caller = { ...httpCaller(call), client: 'viewer' };
        return { status: 200, json: await reviewStatement(open.runtime.context, request, caller) };
      },
    },
  ];
}
