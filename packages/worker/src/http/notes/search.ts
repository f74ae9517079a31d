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
import { fileForms } from '../../notes/file-forms.ts';
import {
  badParameter,
  flag,
  names,
  page,
  paths,
  period,
  platformSource,
  platformsOf,
  text,
  word,
} from '../parameters.ts';
import { defineRoute, type Call, type Route } from '../route.ts';
import type { z } from 'zod';

const KINDS: readonly SearchKind[] = ['observations', 'sessions', 'prompts'];

const query = {
  query: text({ spellings: ['q'] }),
  project: text(),
  type: names(),
  obs_type: names(),
  concepts: names('concept'),
  files: paths('filePath', 'file'),
  ...period,
  platformSource,
  pinned: flag(),
  orderBy: word(['relevance', 'date_desc', 'date_asc'], 'relevance', { spellings: ['order_by'] }),
  format: text(),
  ...page,
};

export function searchRoutes(workspaces: Workspaces): Route[] {
  const search = (
    route: `/api/search${string}`,
    does: string,
    kinds: readonly SearchKind[],
    needed?: 'query' | 'files',
  ) =>
    defineRoute({
      route: `GET ${route}`,
      does,
      query,
      json: async (call) => {
        const { project, format } = call.query;
        const request = searchOf(call, kinds);
        if (needed !== undefined && call.query[needed] === undefined)
          throw badParameter(needed, 'given');
        const found = await searchPlaces(await placesOf(workspaces, project), request);
        return format === 'json'
          ? await rowsOf(found, request.query)
          : textContent(await describe(found, request.query));
      },
    });
  return [
    search('/api/search', 'Searches notes, summaries and prompts.', KINDS),
    search('/api/search/observations', 'Searches notes.', ['observations'], 'query'),
    search('/api/search/by-file', 'Searches by file.', ['observations'], 'files'),
  ];
}

/** The documented answer for text that a client's tool shows unchanged. */
export function textContent(text: string): object {
  return { content: [{ type: 'text', text }] };
}

function searchOf(
  call: Call<z.output<z.ZodObject<typeof query>>>,
  kinds: readonly SearchKind[],
): PlacesSearch {
  const { type = [], obs_type = [], files, concepts, pinned, ...asked } = call.query;
  const wanted = kinds.filter((kind) => type.includes(kind));
  const types = [...obs_type, ...(wanted.length === 0 ? type : [])];
  const listed = files?.flatMap((each) => each.split(','));
  return {
    offset: asked.offset,
    limit: asked.limit,
    query: asked.query ?? '',
    kinds: wanted.length === 0 ? kinds : wanted,
    orderBy: asked.orderBy,
    ...(types.length > 0 && { types }),
    ...defined({
      concepts,
      platforms: platformsOf(call),
      from: asked.dateStart,
      to: asked.dateEnd,
    }),
    ...(pinned && { pinned }),
    ...(listed !== undefined && { filesIn: ({ root }) => fileForms(root, listed) }),
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
