/** The state of the queue of notes: what waits, what is dead, what models have cost. */
import { HookloomError } from '@hookloom/core/errors';
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
): Route[] {
  return [
    {
      method: 'GET',
      path: '/api/processing-status',
      handle: async () => ({ status: 200, json: processing() }),
    },
    {
      method: 'GET',
      path: '/api/pending-queue',
      handle: async () => ({ status: 200, json: await queue.status() }),
    },
    {
      method: 'POST',
      path: '/api/pending-queue/retry',
      access: 'private',
      handle: async (call) => {
        const { id } = (await readJsonBody(call.request)).value;
        if (id !== undefined && !(typeof id === 'number' && Number.isSafeInteger(id) && id > 0))
          throw new HookloomError(
            'invalid_request',
            'id is no number of a dead letter.',
            'Send an id of /api/pending-queue, or none for all of them.',
          );
        return { status: 200, json: { retried: await queue.retry(id, httpCaller(call)) } };
      },
    },
    {
      method: 'GET',
      path: '/api/ledger',
      handle: async ({ query }) => {
        const day = query.get('day');
        const asked = day === null ? {} : { day };
        const ledgers = await Promise.all(
          (await workspaces.all()).map(async ({ project, runtime }) => ({
            project: project.alias,
            ...(await noteLedger(runtime.context, asked)),
          })),
        );
        return { status: 200, json: { projects: ledgers } };
      },
    },
  ];
}
