/** `GET /api/observation/:id`, `/api/session/:id`, `/api/summary/:id`, `/api/prompt/:id`: one row, or 404. */
import { HookloomError } from '@hookloom/core/errors';
import type { NoteKind } from '@hookloom/memory/notes/notes';
import { notesOf, placeOf, placesOf } from '../../notes/place.ts';
import { publicSession, type PublicRow } from '../../notes/public-rows.ts';
import { parsePublicId } from '../../workspaces/ids.ts';
import type { Workspaces } from '../../workspaces/workspaces.ts';
import type { Route } from '../server.ts';
import { rowsAt, type RowKey } from './lists.ts';
import { badParameter } from './parameters.ts';

const ROUTES: readonly (readonly [path: string, kinds: readonly NoteKind[]])[] = [
  ['/api/observation/:id', ['observations']],
  // The documented route of this name gave the summary of a session.
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

/** The row of a public id, the first kind first. Throws `not_found`, the same for every id that is none. */
export async function rowById(
  workspaces: Workspaces,
  kinds: readonly NoteKind[],
  id: string,
): Promise<{ kind: NoteKind; row: PublicRow; key: RowKey }> {
  const key = await keyOf(workspaces, id);
  if (key === null) throw noRow();
  for (const kind of kinds) {
    const [row] = await rowsAt(kind, [key]);
    if (row !== undefined) return { kind, row, key };
  }
  throw noRow();
}

/** Null for an id that no workspace here can have given. */
export async function keyOf(workspaces: Workspaces, id: string | number): Promise<RowKey | null> {
  if (typeof id === 'string' && !/^\d{1,15}$/.test(id)) throw badParameter('id', 'a whole number');
  const parsed = parsePublicId(Number(id));
  const open = parsed === null ? null : await workspaces.forSlot(parsed.slot);
  return open === null ? null : { place: placeOf(open), seq: parsed!.seq };
}

/** A session by the client's own id. */
async function namedSession(workspaces: Workspaces, name: string): Promise<PublicRow> {
  for (const place of await placesOf(workspaces, null)) {
    const row = await (await notesOf(place)).session(place.log, name);
    if (row !== null) return publicSession(place, row);
  }
  throw noRow();
}

export function noRow(): HookloomError {
  return new HookloomError(
    'not_found',
    'There is no such row.',
    'Look for it with GET /api/search, or list the newest.',
  );
}
