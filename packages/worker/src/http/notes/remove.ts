/** `DELETE /api/observation/:id`, `/api/summary/:id`, `/api/prompt/:id`, `/api/session/:id`, `/sessions/:id`. */
import type { NoteKind } from '@hookloom/memory/notes/notes';
import { removeRow } from '../../notes/remove-row.ts';
import type { DeleteAnswer } from '../../operations/delete-recorded.ts';
import type { Workspaces } from '../../workspaces/workspaces.ts';
import { httpCaller } from '../prompt-source.ts';
import type { Route } from '../server.ts';
import { isTrue } from './parameters.ts';
import { rowById } from '../../notes/pages.ts';

const ROUTES: readonly (readonly [path: string, kind: NoteKind])[] = [
  ['/api/observation/:id', 'observations'],
  ['/api/summary/:id', 'summaries'],
  ['/api/prompt/:id', 'prompts'],
  ['/api/session/:id', 'sessions'],
  ['/sessions/:id', 'sessions'],
];

export function removeRoutes(workspaces: Workspaces): Route[] {
  return ROUTES.map(([path, kind]) => ({
    method: 'DELETE',
    path,
    access: 'private',
    handle: async (call) => {
      const { params, query } = call;
      const { row, key } = await rowById(workspaces, [kind], params['id'] ?? '');
      const answer = await removeRow({ kind, row, key }, httpCaller(call), {
        dryRun: isTrue(query, 'dry_run'),
      });
      return { status: 200, json: answerOf(path, kind, row.id, answer) };
    },
  }));
}

const KIND_NAMES: Readonly<Record<NoteKind, string>> = {
  observations: 'observation',
  summaries: 'summary',
  prompts: 'prompt',
  sessions: 'session',
};

function answerOf(path: string, kind: NoteKind, id: number, answer: DeleteAnswer): object {
  const { status, events, tombstones, left } = answer;
  if (status === 'dry_run') return { status, id, kind: KIND_NAMES[kind], would_delete: events };
  // The documented answer of the older route.
  if (path === '/sessions/:id') return { status: 'deleted', events, left };
  return {
    success: true,
    id,
    kind: KIND_NAMES[kind],
    entity_rev: tombstones.at(-1)?.seq ?? null,
    events,
    left,
  };
}
