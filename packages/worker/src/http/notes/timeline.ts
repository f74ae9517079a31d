/** `GET /api/timeline` and `/api/timeline/by-query`: the rows around a row, an instant or the best match. */
import { notFound } from '@hookloom/core';
import { renderIndex } from '@hookloom/memory';
import { placesOf, type NotePlace } from '../../notes/place.ts';
import { entriesOf, searchPlaces, type SearchKind } from '../../notes/search-places.ts';
import { parseInstant } from '../../notes/instants.ts';
import { timelineOf, type TimelineRequest } from '../../notes/timeline.ts';
import type { Workspaces } from '../../workspaces/workspaces.ts';
import type { Call, Route } from '../server.ts';
import { badParameter, textOf, wholeNumber } from './parameters.ts';
import { rowById } from '../../notes/pages.ts';
import { withheldNotice, textContent } from './search.ts';

const DEPTH = { byDefault: 10, max: 100 };
const TOP = 5;

export function timelineRoutes(workspaces: Workspaces): Route[] {
  const timeline =
    (needsQuery: boolean) =>
    async (call: Call): Promise<object> => {
      const anchor = needsQuery ? undefined : textOf(call.query, 'anchor');
      const query = textOf(call.query, 'query', 'q');
      if ((anchor === undefined) === (query === undefined))
        throw badParameter(needsQuery ? 'query' : 'anchor or query', 'given, and only one of them');
      const places = await placesOf(workspaces, textOf(call.query, 'project'));
      if (query !== undefined) return textContent(await aroundBest(places, query, call));
      const { at, label } = await anchored(workspaces, anchor!);
      return textContent(await aroundText(places, { at, ...depthOf(call), anchor: label }));
    };
  return [
    {
      route: 'GET /api/timeline',
      does: 'Returns the rows around a note, a summary or a time.',
      takes: '`anchor` or `query`, `depth_before`, `depth_after`',
      json: timeline(false),
    },
    {
      route: 'GET /api/timeline/by-query',
      does: 'Returns the rows around the best match.',
      takes: '`query`, `depth_before`, `depth_after`',
      json: timeline(true),
    },
  ];
}

function depthOf({ query }: Call): Pick<TimelineRequest, 'before' | 'after'> {
  return {
    before: wholeNumber(query, 'depth_before', DEPTH),
    after: wholeNumber(query, 'depth_after', DEPTH),
  };
}

const KINDS = {
  '': ['observations', 'summaries', 'prompts'],
  S: ['summaries', 'sessions'],
  P: ['prompts'],
} as const;

/** The instant of a note's id, of `S<id>`, of `P<id>`, or of a given time. */
async function anchored(
  workspaces: Workspaces,
  anchor: string,
): Promise<{ at: number; label: string }> {
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

async function aroundBest(
  places: readonly NotePlace[],
  query: string,
  call: Call,
): Promise<string> {
  const mode = textOf(call.query, 'mode') ?? 'auto';
  if (!['auto', 'interactive', 'observations', 'sessions', 'prompts'].includes(mode))
    throw badParameter('mode', 'auto, interactive, observations, sessions or prompts');
  const kinds: SearchKind[] = ['observations', 'sessions', 'prompts'];
  const limit = wholeNumber(call.query, 'limit', { byDefault: TOP, min: 1, max: 20 });
  const found = await searchPlaces(places, {
    query,
    kinds: kinds.includes(mode as SearchKind) ? [mode as SearchKind] : kinds,
    limit,
    orderBy: 'relevance',
  });
  const { entries, withheld } = await entriesOf(found);
  const [best] = entries;
  if (best === undefined)
    return `No results for ${JSON.stringify(query)}.${withheldNotice(withheld)}`;
  if (mode === 'interactive')
    return `Choose an anchor for GET /api/timeline.${withheldNotice(withheld)}\n\n${renderIndex(entries)}`;
  return aroundText(places, { at: best.epoch, ...depthOf(call), anchor: best.label });
}

async function aroundText(places: readonly NotePlace[], request: TimelineRequest): Promise<string> {
  const { entries, withheld } = await timelineOf(places, request);
  if (entries.length === 0)
    throw notFound('There is no note, summary or prompt there.', 'Choose another anchor.');
  const head = `Timeline, ${entries.length} rows, oldest first${request.anchor ? `, around ${request.anchor}` : ''}.`;
  return `${head}${withheldNotice(withheld)}\n\n${renderIndex(entries)}`;
}
