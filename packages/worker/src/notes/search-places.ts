/** Searches or lists the notes of several workspaces, best or newest first, as rows or as index entries. */
import {
  admitEntries,
  observationEntry,
  promptEntry,
  readDecisions,
  summaryEntry,
  type IndexEntry,
  type NoteSearchRequest,
  type NoteSearchResult,
} from '@hookloom/memory';
import type { Withheld } from '@hookloom/memory/checkout';
import { openedMemory } from '../memory-access.ts';
import { publicId } from '../workspaces/ids.ts';
import { notesOf, type NotePlace } from './place.ts';

export type SearchKind = 'observations' | 'sessions' | 'prompts';

export interface PlacesSearch extends Omit<
  NoteSearchRequest,
  'log' | 'query' | 'files' | 'before'
> {
  /** If empty, only the filters apply. */
  query: string;
  kinds: readonly SearchKind[];
  /** In every form in which a place may have stored them. */
  filesIn?: (place: NotePlace) => string[];
  orderBy: 'relevance' | 'date_desc' | 'date_asc';
}

export interface PlacedRow<R> {
  place: NotePlace;
  row: R & { score?: number };
}

export interface FoundRows {
  observations: PlacedRow<NoteSearchResult['observations'][number]>[];
  sessions: PlacedRow<NoteSearchResult['sessions'][number]>[];
  prompts: PlacedRow<NoteSearchResult['prompts'][number]>[];
}

/** At most `limit` rows of each kind. */
export async function searchPlaces(
  places: readonly NotePlace[],
  { filesIn, orderBy, query, limit, offset = 0, ...rest }: PlacesSearch,
): Promise<FoundRows> {
  const found: FoundRows = { observations: [], sessions: [], prompts: [] };
  const order: 'oldest' | 'newest' = orderBy === 'date_asc' ? 'oldest' : 'newest';
  for (const place of places) {
    const notes = await notesOf(place);
    const request = {
      ...rest,
      log: place.log,
      limit: limit + offset,
      order,
      ...(filesIn !== undefined && { files: filesIn(place) }),
    };
    // A filter by files, types or concepts only applies to notes.
    const kinds = isAboutNotes(request) ? (['observations'] as const) : rest.kinds;
    const wanted = rest.kinds.filter((kind) => (kinds as readonly string[]).includes(kind));
    const rows: NoteSearchResult =
      query === ''
        ? await listed(notes, request, wanted)
        : await notes.search({ ...request, query, kinds: wanted });
    for (const row of rows.observations) found.observations.push({ place, row });
    for (const row of rows.sessions) found.sessions.push({ place, row });
    for (const row of rows.prompts) found.prompts.push({ place, row });
  }
  const by = comparing(query === '' && orderBy === 'relevance' ? 'date_desc' : orderBy);
  const page = <R extends Sortable>(of: PlacedRow<R>[]) =>
    of.sort(by).slice(offset, offset + limit);
  return {
    observations: page(found.observations),
    sessions: page(found.sessions),
    prompts: page(found.prompts),
  };
}

type Notes = Awaited<ReturnType<typeof notesOf>>;
type Listed = Omit<NoteSearchRequest, 'query' | 'kinds'>;

function isAboutNotes({ files, types, concepts, pinned }: Listed): boolean {
  return [files, types, concepts, pinned].some((filter) => filter !== undefined);
}

async function listed(
  notes: Notes,
  request: Listed,
  kinds: readonly SearchKind[],
): Promise<NoteSearchResult> {
  const scored = <R>(rows: R[]) => rows.map((row) => ({ ...row, score: 0 }));
  const has = (kind: SearchKind) => kinds.includes(kind);
  return {
    observations: has('observations') ? scored(await notes.observations(request)) : [],
    sessions: has('sessions') ? scored(await notes.summaries(request)) : [],
    prompts: has('prompts') ? scored(await notes.prompts(request)) : [],
  };
}

interface Sortable {
  score?: number;
  created_at_epoch: number;
  seq: number;
}

/** A total order: two rows are never equal. */
function comparing(orderBy: PlacesSearch['orderBy']) {
  return (a: PlacedRow<Sortable>, b: PlacedRow<Sortable>): number => {
    const time =
      b.row.created_at_epoch - a.row.created_at_epoch ||
      b.row.seq - a.row.seq ||
      b.place.slot - a.place.slot;
    if (orderBy === 'date_asc') return -time;
    return orderBy === 'date_desc' ? time : (b.row.score ?? 0) - (a.row.score ?? 0) || time;
  };
}

export interface PlacedEntry extends IndexEntry {
  /** Unique in the installation. */
  id: number;
  /** `#57003`, `#S57003` for a summary, `#P57003` for a prompt. */
  label: string;
  project: string;
}

/** Rows as an index for a model. Withheld texts are listed, never shown. */
export async function entriesOf(found: FoundRows) {
  const all = [
    ...found.observations.map(({ place, row }) => ({ place, entry: observationEntry(row) })),
    ...found.sessions.map(({ place, row }) => ({ place, entry: summaryEntry(row) })),
    ...found.prompts.map(({ place, row }) => ({ place, entry: promptEntry(row) })),
  ];
  const entries: PlacedEntry[] = [];
  const withheld: Withheld[] = [];
  for (const place of new Set(all.map((one) => one.place))) {
    const own = all.filter((one) => one.place === place).map(({ entry }) => entry);
    const memory = await openedMemory(place.context);
    const admitted = admitEntries(own, await readDecisions(memory, [place.log]));
    withheld.push(...admitted.withheld);
    for (const entry of admitted.kept) {
      const id = publicId(entry.seq, place.slot);
      const mark = { observation: '', session: 'S', prompt: 'P' }[entry.kind];
      entries.push({ ...entry, id, label: `#${mark}${id}`, project: place.project });
    }
  }
  const order = new Map(
    all.map(({ entry, place }, at) => [`${place.slot} ${entry.kind} ${entry.seq}`, at]),
  );
  const at = ({ id, seq, kind }: PlacedEntry) => order.get(`${id % 1000} ${kind} ${seq}`) ?? 0;
  return { entries: entries.sort((a, b) => at(a) - at(b)), withheld };
}
