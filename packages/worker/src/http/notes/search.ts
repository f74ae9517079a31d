/** `GET /api/search`, `/api/search/observations`, `/api/search/by-file`: text as MCP tools return it, or rows. */
import type { Withheld } from '@hookloom/memory/checkout';
import { renderIndex } from '@hookloom/memory';
import { defined } from '@hookloom/core';
import { notesOf, placesOf } from '../../notes/place.ts';
import { staleFiles } from '../../notes/stale-files.ts';
import { publicObservation, publicPrompt, publicSummary } from '../../notes/public-rows.ts';
import {
  entriesOf,
  searchPlaces,
  type FoundRows,
  type PlacesSearch,
  type SearchKind,
} from '../../notes/search-places.ts';
import type { Workspaces } from '../../workspaces/workspaces.ts';
import type { Call, Route } from '../server.ts';
import { fileForms } from '../../notes/file-forms.ts';
import {
  badParameter,
  instantOf,
  isTrue,
  namesOf,
  pageOf,
  pathsOf,
  platformsOf,
  textOf,
} from './parameters.ts';

const KINDS: readonly SearchKind[] = ['observations', 'sessions', 'prompts'];

export function searchRoutes(workspaces: Workspaces): Route[] {
  const search =
    (kinds: readonly SearchKind[], need?: 'query' | 'files') =>
    async (call: Call): Promise<object> => {
      const { query } = call;
      const request = searchOf(call, kinds);
      if (need === 'query' && request.query === '') throw badParameter('query', 'given');
      if (need === 'files' && request.filesIn === undefined)
        throw badParameter('filePath', 'given');
      const places = await placesOf(workspaces, textOf(query, 'project'));
      const found = await searchPlaces(places, request);
      return query.get('format') === 'json'
        ? await rowsOf(found, request.query)
        : textContent(await describe(found, request.query));
    };
  return [
    {
      route: 'GET /api/search',
      does: 'Searches notes, summaries and prompts.',
      takes:
        '`query`, `type`, `obs_type`, `concepts`, `files`, `dateStart`, `dateEnd`, `orderBy`, `format`',
      json: search(KINDS),
    },
    {
      route: 'GET /api/search/observations',
      does: 'Searches notes.',
      takes: '`query`, `limit`, `project`',
      json: search(['observations'], 'query'),
    },
    {
      route: 'GET /api/search/by-file',
      does: 'Searches by file.',
      takes: '`filePath` or `files`',
      json: search(['observations'], 'files'),
    },
  ];
}

/** The documented answer for text that a client's tool shows unchanged. */
export function textContent(text: string): object {
  return { content: [{ type: 'text', text }] };
}

export function searchOf(call: Call, kinds: readonly SearchKind[]): PlacesSearch {
  const { query } = call;
  const words = textOf(query, 'query', 'q') ?? '';
  const type = textOf(query, 'type');
  const wanted = kinds.find((kind) => kind === type);
  const types = [
    ...(namesOf(query, 'obs_type') ?? []),
    ...(type === undefined || wanted !== undefined ? [] : type.split(',').map((one) => one.trim())),
  ];
  const orderBy = textOf(query, 'orderBy', 'order_by') ?? 'relevance';
  if (orderBy !== 'relevance' && orderBy !== 'date_desc' && orderBy !== 'date_asc')
    throw badParameter('orderBy', 'relevance, date_desc or date_asc');
  const files = pathsOf(query, 'filePath', 'file', 'files')?.flatMap((each) => each.split(','));
  const concepts = namesOf(query, 'concepts', 'concept');
  const platforms = platformsOf(call);
  const from = instantOf(query, 'start', 'dateStart', 'date_start', 'date_from', 'from');
  const to = instantOf(query, 'end', 'dateEnd', 'date_end', 'date_to', 'to');
  return {
    ...pageOf(query),
    query: words,
    kinds: wanted === undefined ? kinds : [wanted],
    orderBy,
    ...(types.length > 0 && { types }),
    ...defined({ concepts, platforms, from, to }),
    ...(isTrue(query, 'pinned') && { pinned: true }),
    ...(files !== undefined && { filesIn: ({ root }) => fileForms(root, files) }),
  };
}

async function rowsOf(
  { observations, sessions, prompts }: FoundRows,
  query: string,
): Promise<object> {
  const stale = new Map<object, Map<number, string[]>>();
  for (const place of new Set(observations.map((one) => one.place))) {
    const own = observations.filter((one) => one.place === place).map(({ row }) => row);
    stale.set(place, await staleFiles(await notesOf(place), place, own));
  }
  return {
    observations: observations.map(({ place, row }) => ({
      ...publicObservation(place, row, stale.get(place)?.get(row.seq)),
      score: row.score,
    })),
    sessions: sessions.map(({ place, row }) => ({
      ...publicSummary(place, row),
      score: row.score,
    })),
    prompts: prompts.map(({ place, row }) => ({ ...publicPrompt(place, row), score: row.score })),
    totalResults: observations.length + sessions.length + prompts.length,
    query,
  };
}

async function describe(found: FoundRows, query: string): Promise<string> {
  const { entries, withheld } = await entriesOf(found);
  const count = (kind: string) => entries.filter((entry) => entry.kind === kind).length;
  const about = query === '' ? '' : ` for ${JSON.stringify(query)}`;
  if (entries.length === 0) return `No results${about}.${withheldNotice(withheld)}`;
  const parts = `${count('observation')} observations, ${count('session')} sessions, ${count('prompt')} prompts`;
  const head = `${entries.length} result(s)${about}: ${parts}. Details by id: get_observations([…]).`;
  return `${head}${withheldNotice(withheld)}\n\n${renderIndex(entries)}`;
}

/** Reports that something was withheld, but not its content. */
export function withheldNotice(withheld: readonly Withheld[]): string {
  return withheld.length === 0
    ? ''
    : ` ${withheld.length} withheld: text that addresses the assistant (see \`hookloom memory quarantine\`).`;
}
