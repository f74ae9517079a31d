/**
 * `GET /api/observations`, `/api/summaries`, `/api/prompts`, `/api/sessions`: pages over all workspaces, newest first.
 */
import { defined } from '@hookloom/core';
import { pageOfPlaces, type NoteFilter } from '../../notes/pages.ts';
import { placesOf } from '../../notes/place.ts';
import type { Workspaces } from '../../workspaces/workspaces.ts';
import type { Call, Route } from '../server.ts';
import { instantOf, isTrue, namesOf, pageOf, pathsOf, platformsOf, textOf } from './parameters.ts';

export function listRoutes(workspaces: Workspaces): Route[] {
  return (['observations', 'summaries', 'prompts', 'sessions'] as const).map((kind) => ({
    route: `GET /api/${kind}`,
    does: `Lists ${kind === 'observations' ? 'notes' : kind}, newest first.`,
    takes: '`offset`, `limit` (20, at most 100), `project`, `platformSource`',
    json: async (call) => {
      const places = await placesOf(workspaces, textOf(call.query, 'project'));
      return await pageOfPlaces(places, kind, filterOf(call), pageOf(call.query));
    },
  }));
}

/** The filters of the list routes. */
function filterOf(call: Call): NoteFilter {
  const { query } = call;
  const known: NoteFilter = defined({
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
  });
  return {
    ...known,
    ...(isTrue(query, 'pinned') && { pinned: true }),
    ...(isTrue(query, 'includeSuperseded') && { includeSuperseded: true }),
  };
}
