/** Rows of several workspaces as one list, and single rows by the ids that routes use. */
import { invalidRequest, isHookloomError, notFound, type HookloomError } from '@hookloom/core';
import type { NoteKind, ObservationRequest } from '@hookloom/memory';
import { parsePublicId } from '../workspaces/ids.ts';
import type { Workspaces } from '../workspaces/workspaces.ts';
import { fileForms } from './file-forms.ts';
import { notesOf, placeOf, type NotePlace } from './place.ts';
import { staleFiles } from './stale-files.ts';
import {
  publicObservation,
  publicPrompt,
  publicSession,
  publicSummary,
  type PublicRow,
} from './public-rows.ts';

export type NoteFilter = Omit<ObservationRequest, 'log' | 'limit' | 'offset'>;

/** A page of the merged lists. Rows with the same time are sorted by id. */
export async function pageOfPlaces(
  places: readonly NotePlace[],
  kind: NoteKind,
  filter: NoteFilter,
  { offset, limit }: { offset: number; limit: number },
) {
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

/** The rows at these places, in order. Omits missing rows. */
export async function rowsAt(kind: NoteKind, keys: readonly RowKey[]): Promise<PublicRow[]> {
  const rows = new Map<string, PublicRow>();
  for (const place of new Set(keys.map((key) => key.place))) {
    const seqs = keys.filter((key) => key.place === place).map(({ seq }) => seq);
    const notes = await notesOf(place);
    const found = await notes.byIds(place.log, seqs);
    const add = (seq: number, row: PublicRow) => rows.set(`${place.slot} ${seq}`, row);
    if (kind === 'observations') {
      const stale = await staleFiles(notes, place, found.observations);
      for (const row of found.observations)
        add(row.seq, publicObservation(place, row, stale.get(row.seq)));
    }
    if (kind === 'summaries')
      for (const row of found.summaries) add(row.seq, publicSummary(place, row));
    if (kind === 'prompts') for (const row of found.prompts) add(row.seq, publicPrompt(place, row));
    if (kind === 'sessions')
      for (const row of found.sessions) add(row.seq, publicSession(place, row));
  }
  return keys.flatMap(({ place, seq }) => rows.get(`${place.slot} ${seq}`) ?? []);
}

/** The row of a public id. Earlier kinds take precedence. Throws the same `not_found` for every invalid id. */
export async function rowById(workspaces: Workspaces, kinds: readonly NoteKind[], id: string) {
  const key = await keyOf(workspaces, id);
  if (key === null) throw noRow();
  for (const kind of kinds) {
    const [row] = await rowsAt(kind, [key]);
    if (row !== undefined) return { kind, row, key };
  }
  throw noRow();
}

/** Null for an id that no workspace here can have. */
export async function keyOf(workspaces: Workspaces, id: string | number): Promise<RowKey | null> {
  if (typeof id === 'string' && !/^\d{1,15}$/.test(id))
    throw invalidRequest('id must be a whole number.', 'Take it from a list or a search.');
  const parsed = parsePublicId(Number(id));
  const open = parsed === null ? null : await workspaces.forSlot(parsed.slot);
  return open === null ? null : { place: placeOf(open), seq: parsed!.seq };
}

const NO_ROW = 'There is no such note, summary, prompt or session.';

/** The error of the routes. */
export function noRow(): HookloomError {
  return notFound(NO_ROW, 'Look for it with GET /api/search, or list the newest.');
}

export function isNoRow(error: unknown): boolean {
  return isHookloomError(error) && error.message === NO_ROW;
}
