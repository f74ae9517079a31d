/** The state of the notes queue: waiting and dead items, and the cost of models. */
import { z } from 'zod';
import type { NotesQueue } from '../notes-queue/start.ts';
import { ledgersOf } from '../operations/note-queue.ts';
import type { Workspaces } from '../workspaces/workspaces.ts';
import { text } from './parameters.ts';
import { httpCaller } from './prompt-source.ts';
import { defineRoute } from './route.ts';

export function queueRoutes(
  queue: NotesQueue,
  workspaces: Workspaces,
  processing: () => { isProcessing: boolean; queueDepth: number },
) {
  return [
    defineRoute({
      route: 'GET /api/processing-status',
      does: 'Returns whether notes are being made, and how many items are waiting.',
      json: async () => processing(),
    }),
    defineRoute({
      route: 'GET /api/pending-queue',
      does: 'Lists waiting and failed items, with the reasons and the last errors.',
      json: async () => await queue.status(),
    }),
    defineRoute({
      route: 'POST /api/pending-queue/retry',
      access: 'private',
      does: 'Retries failed items: the one with this `id` in the queue, or all.',
      body: z.looseObject({ id: z.int().min(1).optional() }),
      json: async (call) => ({ retried: await queue.retry(call.body.id, httpCaller(call)) }),
    }),
    defineRoute({
      route: 'GET /api/ledger',
      does: 'Lists model calls by project, day and provider.',
      query: { day: text() },
      json: async ({ query: { day } }) => ({ projects: await ledgersOf(workspaces, day) }),
    }),
  ];
}
