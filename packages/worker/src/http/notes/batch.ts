/** `POST /api/observations/batch` and `/api/sdk-sessions/batch`: many rows at once. */
import { attempt } from '@hookloom/core';
import { z } from 'zod';
import { notesOf, placesOf } from '../../notes/place.ts';
import { publicSession } from '../../notes/public-rows.ts';
import type { Workspaces } from '../../workspaces/workspaces.ts';
import { badParameter } from '../parameters.ts';
import { defineRoute, type Route } from '../route.ts';
import { keyOf, rowsAt, type RowKey } from '../../notes/pages.ts';

const MAX_ROWS = 1000;

/** A list, a list as JSON text, or a comma-separated list. */
function idsOf<T extends z.ZodType>(id: T) {
  const given = z.union([z.string(), z.array(z.union([z.number(), z.string().trim().min(1)]))]);
  return given.transform(listOf).pipe(z.array(id).max(MAX_ROWS));
}

function listOf(given: string | (string | number)[]): unknown {
  if (typeof given !== 'string') return given;
  return given.trim().startsWith('[') ? attempt(() => JSON.parse(given)) : given.split(',');
}

const notesRequest = z.looseObject({
  ids: idsOf(z.coerce.number('must be the id of a note').int().min(1)),
  orderBy: z.enum(['date_desc', 'date_asc']).default('date_desc'),
  limit: z.int().min(1).default(MAX_ROWS),
  project: z.string().optional(),
});

const sessionIds = idsOf(z.coerce.string().trim().min(1)).optional();
const sessionsRequest = z.looseObject({
  memorySessionIds: sessionIds,
  sdkSessionIds: sessionIds,
  contentSessionIds: sessionIds,
  claudeSessionIds: sessionIds,
});

export function batchRoutes(workspaces: Workspaces): Route[] {
  return [
    defineRoute({
      route: 'POST /api/observations/batch',
      does: 'Returns notes by their ids.',
      body: notesRequest,
      json: async ({ body }) => observations(workspaces, body),
    }),
    defineRoute({
      route: 'POST /api/sdk-sessions/batch',
      does: 'Returns sessions by their ids.',
      body: sessionsRequest,
      json: async ({ body }) => {
        const ids =
          body.memorySessionIds ??
          body.sdkSessionIds ??
          body.contentSessionIds ??
          body.claudeSessionIds;
        if (ids === undefined) throw badParameter('memorySessionIds', 'a list of ids');
        return await sessions(workspaces, [...new Set(ids)]);
      },
    }),
  ];
}

async function observations(
  workspaces: Workspaces,
  { ids, orderBy, limit, project }: z.output<typeof notesRequest>,
) {
  const allowed =
    project === undefined
      ? null
      : new Set((await placesOf(workspaces, project)).map(({ slot }) => slot));
  const keys: RowKey[] = [];
  for (const id of new Set(ids)) {
    const key = await keyOf(workspaces, id);
    if (key !== null && allowed?.has(key.place.slot) !== false) keys.push(key);
  }
  const sign = orderBy === 'date_desc' ? 1 : -1;
  const rows = await rowsAt('observations', onePlaceEach(keys));
  return rows
    .sort((a, b) => sign * (b.created_at_epoch - a.created_at_epoch || b.id - a.id))
    .slice(0, limit);
}

/** Keys of one workspace share one place object, so that their rows are read together. */
function onePlaceEach(keys: readonly RowKey[]): RowKey[] {
  const places = new Map(keys.map(({ place }) => [place.slot, place]));
  return keys.map(({ place, seq }) => ({ place: places.get(place.slot)!, seq }));
}

async function sessions(workspaces: Workspaces, names: readonly string[]) {
  const found = [];
  for (const place of await placesOf(workspaces, null)) {
    const notes = await notesOf(place);
    for (const name of names) {
      const row = await notes.session(place.log, name);
      if (row !== null) found.push(publicSession(place, row));
    }
  }
  return found;
}
