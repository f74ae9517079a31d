/** `GET /api/observation/:id`, `/api/session/:id`, `/api/summary/:id`, `/api/prompt/:id`: one row, or 404. */
import type { NoteKind } from '@hookloom/memory';
import { noRow, rowById } from '../../notes/pages.ts';
import { notesOf, placesOf } from '../../notes/place.ts';
import { publicSession, type PublicRow } from '../../notes/public-rows.ts';
import type { Workspaces } from '../../workspaces/workspaces.ts';
import { defineRoute, type Route } from '../route.ts';

const ROUTES = [
  ['GET /api/observation/:id', 'Returns one note.', ['observations']],
  [
    'GET /api/session/:id',
    'Returns one session, by its number or the client’s own id, or a summary.',
    // The documented route of this name returned the summary of a session.
    ['sessions', 'summaries'],
  ],
  ['GET /api/summary/:id', 'Returns one summary.', ['summaries']],
  ['GET /api/prompt/:id', 'Returns one prompt.', ['prompts']],
] as const satisfies [Route['route'], string, NoteKind[]][];

export function rowRoutes(workspaces: Workspaces): Route[] {
  return ROUTES.map(([route, does, kinds]) =>
    defineRoute({
      route,
      does,
      json: async ({ params }) => {
        const { id = '' } = params;
        if (kinds[0] === 'sessions' && !/^\d{1,15}$/.test(id)) return namedSession(workspaces, id);
        return (await rowById(workspaces, kinds, id)).row;
      },
    }),
  );
}

/** A session by the client's own id. */
async function namedSession(workspaces: Workspaces, name: string): Promise<PublicRow> {
  for (const place of await placesOf(workspaces, null)) {
    const row = await (await notesOf(place)).session(place.log, name);
    if (row !== null) return publicSession(place, row);
  }
  throw noRow();
}
