/**
 * `/api/viewer/review`: what waits for a decision, and the decision on an item; `/api/viewer/inbox`: the same for proposed
 * statements; `/api/viewer/missions`: missions of agents.
 */
import { inspectMission, listMissions } from '../../missions/inspect.ts';
import { listInbox, reviewRequest, reviewStatement } from '../../operations/inbox.ts';
import { decideOnItem, decideRequest, reviewQueue } from './review-queue.ts';
import type { Workspaces } from '../../workspaces/workspaces.ts';
import { httpCaller } from '../prompt-source.ts';
import { integer, text } from '../parameters.ts';
import { defineRoute, type Admitted } from '../route.ts';
import { here, viewedLog } from './viewed-log.ts';

export function reviewRoutes(workspaces: Workspaces) {
  return [
    defineRoute({
      route: 'GET /api/viewer/review',
      does: 'Lists proposals, open items and findings that wait for a decision.',
      query: here,
      json: async (call) => {
        const { open, log } = await viewedLog(workspaces, call.query);
        return await reviewQueue(open.runtime.context, log, viewerCaller(call));
      },
    }),
    defineRoute({
      route: 'POST /api/viewer/review/decide',
      access: 'private',
      does: 'Accepts, rejects, defers, promotes or resolves an item.',
      query: here,
      body: decideRequest.omit({ session_id: true }),
      json: async (call) => {
        const { open, log } = await viewedLog(workspaces, call.query);
        const request = { ...call.body, session_id: log };
        return await decideOnItem(open.runtime.context, request, viewerCaller(call));
      },
    }),
    defineRoute({
      route: 'GET /api/viewer/missions',
      does: 'Lists the missions of a workspace.',
      query: here,
      json: async ({ query }) => {
        const { open } = await viewedLog(workspaces, query);
        return { missions: await listMissions(open.runtime.context) };
      },
    }),
    defineRoute({
      route: 'GET /api/viewer/mission',
      does: 'Returns one mission: workers, findings, conflicts, proofs.',
      query: { ...here, mission: text({ most: 128 }) },
      json: async (call) => {
        const { open } = await viewedLog(workspaces, call.query);
        const { mission: mission_id = '' } = call.query;
        return await inspectMission(open.runtime.context, { mission_id }, viewerCaller(call));
      },
    }),
  ];
}

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
        return await reviewStatement(open.runtime.context, request, viewerCaller(call));
      },
    }),
  ];
}

function viewerCaller(call: Pick<Admitted, 'request' | 'by'>) {
  return { ...httpCaller(call), client: 'viewer' };
}
