/** `GET /api/timeline` and `/api/timeline/by-query`: the rows around a row, an instant or the best match. */
import { notFound } from '@hookloom/core';
import { renderIndex } from '@hookloom/memory';
import { placesOf, type NotePlace } from '../../notes/place.ts';
import { entriesOf, searchPlaces } from '../../notes/search-places.ts';
import { parseInstant } from '../../notes/instants.ts';
import { timelineOf, type TimelineRequest } from '../../notes/timeline.ts';
import type { Workspaces } from '../../workspaces/workspaces.ts';
import { badParameter, integer, text, word } from '../parameters.ts';
import { defineRoute, type Route } from '../route.ts';
import type { z } from 'zod';
import { rowById } from '../../notes/pages.ts';
import { withheldNotice, textContent } from './search.ts';

const depth = integer({ byDefault: 10, max: 100, isCapped: true });
const kinds = ['observations', 'sessions', 'prompts'] as const;
const best = {
  query: text({ spellings: ['q'] }),
  project: text(),
  depth_before: depth,
  depth_after: depth,
  mode: word(['auto', 'interactive', ...kinds], 'auto'),
  limit: integer({ byDefault: 5, min: 1, max: 20, isCapped: true }),
};
type Asked = z.output<z.ZodObject<typeof best>>;

export function timelineRoutes(workspaces: Workspaces): Route[] {
  const timeline = async (asked: Asked & { anchor?: string | undefined }, needed: string) => {
    const { anchor, query, project } = asked;
    if ((anchor === undefined) === (query === undefined))
      throw badParameter(needed, 'given, and only one of them');
    const places = await placesOf(workspaces, project);
    if (query !== undefined) return textContent(await aroundBest(places, query, asked));
    const { at, label } = await anchored(workspaces, anchor!);
    return textContent(await aroundText(places, { at, ...depthOf(asked), anchor: label }));
  };
  return [
    defineRoute({
      route: 'GET /api/timeline',
      does: 'Returns the rows around a note, a summary or a time.',
      query: { anchor: text({ note: 'or `query`' }), ...best },
      json: async ({ query }) => timeline(query, 'anchor or query'),
    }),
    defineRoute({
      route: 'GET /api/timeline/by-query',
      does: 'Returns the rows around the best match.',
      query: best,
      json: async ({ query }) => timeline(query, 'query'),
    }),
  ];
}

function depthOf({ depth_before, depth_after }: Asked): Pick<TimelineRequest, 'before' | 'after'> {
  return { before: depth_before, after: depth_after };
}

const KINDS = {
  '': ['observations', 'summaries', 'prompts'],
  S: ['summaries', 'sessions'],
  P: ['prompts'],
} as const;

/** The instant of a note's id, of `S<id>`, of `P<id>`, or of a given time. */
async function anchored(workspaces: Workspaces, anchor: string) {
  const [, mark = '', id] = /^#?([SP]?)(\d{1,15})$/.exec(anchor) ?? [];
  if (id !== undefined) {
    const { kind, row } = await rowById(workspaces, KINDS[mark as keyof typeof KINDS], id);
    const letter = { observations: '', summaries: 'S', sessions: 'S', prompts: 'P' }[kind];
    return { at: row.created_at_epoch, label: `#${letter}${row.id}` };
  }
  const at = parseInstant(anchor);
  if (Number.isNaN(at)) throw badParameter('anchor', 'an id, S and an id, or an ISO 8601 time');
  return { at, label: '' };
}

async function aroundBest(places: readonly NotePlace[], query: string, asked: Asked) {
  const { mode, limit } = asked;
  const kind = kinds.find((one) => one === mode);
  const found = await searchPlaces(places, {
    query,
    kinds: kind === undefined ? kinds : [kind],
    limit,
    orderBy: 'relevance',
  });
  const { entries, withheld } = await entriesOf(found);
  const [first] = entries;
  if (first === undefined)
    return `No results for ${JSON.stringify(query)}.${withheldNotice(withheld)}`;
  if (mode === 'interactive')
    return `Choose an anchor for GET /api/timeline.${withheldNotice(withheld)}\n\n${renderIndex(entries)}`;
  return aroundText(places, { at: first.epoch, ...depthOf(asked), anchor: first.label });
}

async function aroundText(places: readonly NotePlace[], request: TimelineRequest): Promise<string> {
  const { entries, withheld } = await timelineOf(places, request);
  if (entries.length === 0)
    throw notFound('There is no note, summary or prompt there.', 'Choose another anchor.');
  const head = `Timeline, ${entries.length} rows, oldest first${request.anchor ? `, around ${request.anchor}` : ''}.`;
  return `${head}${withheldNotice(withheld)}\n\n${renderIndex(entries)}`;
}
