/** `DELETE /api/observation/:id`, `/api/summary/:id`, `/api/prompt/:id`, `/api/session/:id`, `/sessions/:id`. */
import type { NoteKind } from '@hookloom/memory';
import { removeRow } from '../../notes/remove-row.ts';
import type { DeleteAnswer } from '../../operations/delete-recorded.ts';
import type { Workspaces } from '../../workspaces/workspaces.ts';
import { httpCaller } from '../prompt-source.ts';
import { flag } from '../parameters.ts';
import { defineRoute, type Route } from '../route.ts';
import { rowById } from '../../notes/pages.ts';

const OLDER = 'DELETE /sessions/:id';
const WITH_SESSION = 'Deletes a session and everything that belongs to it.';
const ROUTES = [
  ['DELETE /api/observation/:id', 'observations', 'Deletes a note.'],
  ['DELETE /api/summary/:id', 'summaries', 'Deletes a summary.'],
  ['DELETE /api/prompt/:id', 'prompts', 'Deletes a prompt.'],
  ['DELETE /api/session/:id', 'sessions', WITH_SESSION],
  [OLDER, 'sessions', WITH_SESSION],
] as const satisfies [Route['route'], NoteKind, string][];

export function removeRoutes(workspaces: Workspaces): Route[] {
  return ROUTES.map(([route, kind, does]) =>
    defineRoute({
      route,
      access: 'private',
      does,
      query: { dry_run: flag() },
      json: async (call) => {
        const { row, key } = await rowById(workspaces, [kind], call.params['id'] ?? '');
        const dryRun = call.query.dry_run;
        const answer = await removeRow({ kind, row, key }, httpCaller(call), { dryRun });
        return answerOf(route, kind, row.id, answer);
      },
    }),
  );
}

const KIND_NAMES: Readonly<Record<NoteKind, string>> = {
  observations: 'observation',
  summaries: 'summary',
  prompts: 'prompt',
  sessions: 'session',
};

function answerOf(route: string, kind: NoteKind, id: number, answer: DeleteAnswer): object {
  const { status, events, tombstones, left } = answer;
  if (status === 'dry_run') return { status, id, kind: KIND_NAMES[kind], would_delete: events };
  // The documented answer of the older route.
  if (route === OLDER) return { status: 'deleted', events, left };
  return {
    success: true,
    id,
    kind: KIND_NAMES[kind],
    entity_rev: tombstones.at(-1)?.seq ?? null,
    events,
    left,
  };
}
