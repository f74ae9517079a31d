/** `GET /api/observations`, `/api/summaries`, `/api/prompts`, `/api/sessions`: pages over all workspaces, newest first. */
import type { NoteKind, ObservationRequest } from '@hookloom/memory/notes/notes';
import { notesOf, placesOf, type NotePlace } from '../../notes/place.ts';
import {
  publicObservation,
  publicPrompt,
  publicSession,
  publicSummary,
  type PublicRow,
} from '../../notes/public-rows.ts';
import type { Workspaces } from '../../workspaces/workspaces.ts';
import type { Call, Route } from '../server.ts';
import { fileForms } from '../../notes/file-forms.ts';
import { instantOf, isTrue, namesOf, pageOf, pathsOf, platformsOf, textOf } from './parameters.ts';

type Filter = Omit<ObservationRequest, 'log' | 'limit' | 'offset'>;

export interface NotePage {
  items: PublicRow[];
  hasMore: boolean;
  offset: number;
  limit: number;
}

export function listRoutes(workspaces: Workspaces): Route[] {
  return (['observations', 'summaries', 'prompts', 'sessions'] as const).map((kind) => ({
    method: 'GET',
    path: `/api/${kind}`,
    handle: async (call) => {
      const places = await placesOf(workspaces, textOf(call.query, 'project'));
      const page = await pageOfPlaces(places, kind, filterOf(call), pageOf(call.query));
      return { status: 200, json: page };
    },
  }));
}

/** What the list routes filter by. */
function filterOf(call: Call): Filter {
  const { query } = call;
  const known = {
    contentSessionId: textOf(
      query,
      'session',
      'contentSessionId',
      'claudeSessionId',
      'memorySessionId',
    ),
    platforms: platformsOf(call),
    from: instantOf(query, 'start', 'dateStart', 'date_start', 'date_from', 'from'),
    to: instantOf(query, 'end', 'dateEnd', 'date_end', 'date_to', 'to'),
    types: namesOf(query, 'type', 'obs_type'),
    concepts: namesOf(query, 'concept', 'concepts'),
    files: pathsOf(query, 'file', 'files'),
  };
  const given = Object.entries(known).filter(([, value]) => value !== undefined);
  return {
    ...(Object.fromEntries(given) as Filter),
    ...(isTrue(query, 'pinned') && { pinned: true }),
    ...(isTrue(query, 'includeSuperseded') && { includeSuperseded: true }),
  };
}

/** A page of the merged lists. Rows of one time stand in the order of their ids. */
export async function pageOfPlaces(
  places: readonly NotePlace[],
  kind: NoteKind,
  filter: Filter,
  { offset, limit }: { offset: number; limit: number },
): Promise<NotePage> {
  const isOne = places.length === 1;
  const wanted = isOne ? limit + 1 : offset + limit + 1;
  const lists = await Promise.all(
    places.map(async (place) => {
      const request = { ...filter, log: place.log, limit: wanted, ...(isOne && { offset }) };
      if (filter.files !== undefined) request.files = fileForms(place.root, filter.files);
      const keys = await (await notesOf(place)).keys(kind, request);
      return keys.map((key) => ({ ...key, place }));
    }),
  );
  const sign = filter.order === 'oldest' ? -1 : 1;
  const merged = lists
    .flat()
    .sort((a, b) => sign * (b.epoch - a.epoch || b.seq - a.seq || b.place.slot - a.place.slot));
  const from = isOne ? 0 : offset;
  const items = await rowsAt(kind, merged.slice(from, from + limit));
  return { items, hasMore: merged.length > from + limit, offset, limit };
}

export interface RowKey {
  place: NotePlace;
  seq: number;
}

/** The rows at these places, in their order; what is not there is left out. */
export async function rowsAt(kind: NoteKind, keys: readonly RowKey[]): Promise<PublicRow[]> {
  const rows = new Map<string, PublicRow>();
  for (const place of new Set(keys.map((key) => key.place))) {
    const seqs = keys.filter((key) => key.place === place).map(({ seq }) => seq);
    const found = await (await notesOf(place)).byIds(place.log, seqs);
    const add = (seq: number, row: PublicRow) => rows.set(`${place.slot} ${seq}`, row);
    if (kind === 'observations')
      for (const row of found.observations) add(row.seq, publicObservation(place, row));
    if (kind === 'summaries')
      for (const row of found.summaries) add(row.seq, publicSummary(place, row));
    if (kind === 'prompts') for (const row of found.prompts) add(row.seq, publicPrompt(place, row));
    if (kind === 'sessions')
      for (const row of found.sessions) add(row.seq, publicSession(place, row));
  }
  return keys.flatMap(({ place, seq }) => rows.get(`${place.slot} ${seq}`) ?? []);
}
