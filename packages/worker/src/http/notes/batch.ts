/** `POST /api/observations/batch` and `/api/sdk-sessions/batch`: many rows at once. */
import type { JsonObject, JsonValue } from '@hookloom/core';
import { notesOf, placesOf } from '../../notes/place.ts';
import { publicSession } from '../../notes/public-rows.ts';
import type { Workspaces } from '../../workspaces/workspaces.ts';
import { readJsonBody } from '../body.ts';
import type { Route } from '../server.ts';
import { keyOf, rowsAt, type RowKey } from '../../notes/pages.ts';
import { badParameter } from './parameters.ts';

const MAX_ROWS = 1000;

export function batchRoutes(workspaces: Workspaces): Route[] {
  return [
    {
      route: 'POST /api/observations/batch',
      does: 'Returns notes by their ids.',
      takes: '`ids`, `orderBy`, `limit`, `project`',
      json: async ({ request }) => {
        const { value } = await readJsonBody(request);
        return await observations(workspaces, value);
      },
    },
    {
      route: 'POST /api/sdk-sessions/batch',
      does: 'Returns sessions by their ids.',
      takes: '`memorySessionIds`',
      json: async ({ request }) => {
        const { value } = await readJsonBody(request);
        const names = [
          'memorySessionIds',
          'sdkSessionIds',
          'contentSessionIds',
          'claudeSessionIds',
        ];
        const given = names.find((name) => value[name] !== undefined) ?? names[0]!;
        const ids = listOf(value[given], given).map(String);
        return await sessions(workspaces, [...new Set(ids)]);
      },
    },
  ];
}

async function observations(workspaces: Workspaces, body: JsonObject) {
  const ids = listOf(body['ids'], 'ids').map(Number);
  if (ids.some((id) => !Number.isSafeInteger(id) || id < 1))
    throw badParameter('ids', 'a list of whole numbers');
  const { orderBy = 'date_desc', limit = MAX_ROWS, project } = body;
  if (orderBy !== 'date_desc' && orderBy !== 'date_asc')
    throw badParameter('orderBy', 'date_desc or date_asc');
  if (typeof limit !== 'number' || !Number.isSafeInteger(limit) || limit < 1)
    throw badParameter('limit', 'a whole number from 1');
  if (project !== undefined && typeof project !== 'string') throw badParameter('project', 'a text');
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

/** A list, a list as JSON text, or a comma-separated list. */
function listOf(value: JsonValue | undefined, name: string): (string | number)[] {
  let list: unknown = value;
  if (typeof value === 'string') {
    try {
      list = value.trim().startsWith('[') ? JSON.parse(value) : value.split(',');
    } catch {
      list = null;
    }
  }
  if (!Array.isArray(list) || list.length > MAX_ROWS || !list.every(isId))
    throw badParameter(name, `a list of at most ${MAX_ROWS} ids`);
  return list;
}

function isId(item: unknown): item is string | number {
  return typeof item === 'number' || (typeof item === 'string' && item.trim() !== '');
}
