/** The state of the notes queue: waiting and dead items, and the cost of models. */
import { invalidRequest } from '@hookloom/core';
import type { NotesQueue } from '../notes-queue/start.ts';
import { noteLedger } from '../operations/note-queue.ts';
import type { Workspaces } from '../workspaces/workspaces.ts';
import { readJsonBody } from './body.ts';
import { httpCaller } from './prompt-source.ts';
import type { Route } from './server.ts';

export function queueRoutes(
  queue: NotesQueue,
  workspaces: Workspaces,
  processing: () => { isProcessing: boolean; queueDepth: number },
) {
  return [
    {
      route: 'GET /api/processing-status',
      does: 'Returns whether notes are being made, and how many items are waiting.',
      json: async () => processing(),
    },
    {
      route: 'GET /api/pending-queue',
      does: 'Lists waiting and failed items, with the reasons and the last errors.',
      json: async () => await queue.status(),
    },
    {
      route: 'POST /api/pending-queue/retry',
      access: 'private',
      does: 'Retries failed items.',
      takes: '`id` (absent: all)',
      json: async (call) => {
        const { id } = (await readJsonBody(call.request)).value;
        if (id !== undefined && !(typeof id === 'number' && Number.isSafeInteger(id) && id > 0))
          throw invalidRequest(
            'id is not the number of a dead letter.',
            'Send an id from /api/pending-queue, or none for all of them.',
          );
        return { retried: await queue.retry(id, httpCaller(call)) };
      },
    },
    {
      route: 'GET /api/ledger',
      does: 'Lists model calls by project, day and provider.',
      takes: '`day`',
      json: async ({ query }) => {
        const day = query.get('day');
        const asked = day === null ? {} : { day };
        const ledgers = await Promise.all(
          (await workspaces.all()).map(async ({ project, runtime }) => ({
            project: project.alias,
            ...(await noteLedger(runtime.context, asked)),
          })),
        );
        return { projects: ledgers };
      },
    },
  ] satisfies Route[];
}
