/**
 * `/api/viewer/review`: what waits for a decision, and the decision on an item; `/api/viewer/missions`: missions of
 * agents.
 */
import { inspectMission, listMissions } from '../../missions/inspect.ts';
import { decideOnItem, reviewQueue, type decideRequest } from './review-queue.ts';
import type { Workspaces } from '../../workspaces/workspaces.ts';
import type { z } from 'zod';
import { readJsonBody } from '../body.ts';
import { httpCaller } from '../prompt-source.ts';
import type { Call, Route } from '../server.ts';
import { viewedLog, textOf } from './viewed-log.ts';

export function reviewRoutes(workspaces: Workspaces) {
  return [
    {
      route: 'GET /api/viewer/review',
      does: 'Lists proposals, open items and findings that wait for a decision.',
      json: async (call) => {
        const { open, log } = await viewedLog(workspaces, call.query);
        return await reviewQueue(open.runtime.context, log, viewerCaller(call));
      },
    },
    {
      route: 'POST /api/viewer/review/decide',
      access: 'private',
      does: 'Accepts, rejects, defers, promotes or resolves an item.',
      json: async (call) => {
        const { open, log } = await viewedLog(workspaces, call.query);
        const { value } = await readJsonBody(call.request);
        const request = { ...value, session_id: log } as z.input<typeof decideRequest>;
        return await decideOnItem(open.runtime.context, request, viewerCaller(call));
      },
    },
    {
      route: 'GET /api/viewer/missions',
      does: 'Lists the missions of a workspace.',
      json: async ({ query }) => {
        const { open } = await viewedLog(workspaces, query);
        return { missions: await listMissions(open.runtime.context) };
      },
    },
    {
      route: 'GET /api/viewer/mission',
      does: 'Returns one mission: workers, findings, conflicts, proofs.',
      json: async (call) => {
        const { open } = await viewedLog(workspaces, call.query);
        const mission_id = textOf(call.query, 'mission', 128) ?? '';
        return await inspectMission(open.runtime.context, { mission_id }, viewerCaller(call));
      },
    },
  ] satisfies Route[];
}

function viewerCaller(call: Pick<Call, 'request' | 'by'>) {
  return { ...httpCaller(call), client: 'viewer' };
}
