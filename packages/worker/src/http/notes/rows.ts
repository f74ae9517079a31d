/** `GET /api/observation/:id`, `/api/session/:id`, `/api/summary/:id`, `/api/prompt/:id`: one row, or 404. */
import type { NoteKind } from '@hookloom/memory/notes/notes';
import { noRow, rowById } from '../../notes/pages.ts';
import { notesOf, placesOf } from '../../notes/place.ts';
import { publicSession, type PublicRow } from '../../notes/public-rows.ts';
import type { Workspaces } from '../../workspaces/workspaces.ts';
import type { Route } from '../server.ts';

const ROUTES: readonly (readonly [path: string, kinds: readonly NoteKind[]])[] = [
  ['/api/observation/:id', ['observations']],
  // The documented route of this name returned the summary of a session.
  ['/api/session/:id', ['sessions', 'summaries']],
  ['/api/summary/:id', ['summaries']],
  ['/api/prompt/:id', ['prompts']],
];

export function rowRoutes(workspaces: Workspaces): Route[] {
  return ROUTES.map(([path, kinds]) => ({
    method: 'GET',
    path,
    handle: async ({ params }) => {
      const { id = '' } = params;
      if (kinds.includes('sessions') && !/^\d{1,15}$/.test(id))
        return { status: 200, json: await namedSession(workspaces, id) };
      const { row } = await rowById(workspaces, kinds, id);
      return { status: 200, json: row };
    },
  }));
}

/** A session by the client's own id. */
async function namedSession(workspaces: Workspaces, name: string): Promise<PublicRow> {
  for (const place of await placesOf(workspaces, null)) {
    const row = await (await notesOf(place)).session(place.log, name);
    if (row !== null) return publicSession(place, row);
  }
  throw noRow();
}
