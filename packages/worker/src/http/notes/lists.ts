/**
 * `GET /api/observations`, `/api/summaries`, `/api/prompts`, `/api/sessions`: pages over all workspaces, newest first.
 */
import { defined } from '@hookloom/core';
import { pageOfPlaces, type NoteFilter } from '../../notes/pages.ts';
import { placesOf } from '../../notes/place.ts';
import type { Workspaces } from '../../workspaces/workspaces.ts';
import {
  flag,
  names,
  page,
  paths,
  period,
  platformSource,
  platformsOf,
  text,
} from '../parameters.ts';
import { defineRoute, type Route } from '../route.ts';

const query = {
  ...page,
  project: text(),
  platformSource,
  session: text({ spellings: ['contentSessionId', 'claudeSessionId', 'memorySessionId'] }),
  ...period,
  type: names('obs_type'),
  concept: names('concepts'),
  file: paths('files'),
  pinned: flag(),
  includeSuperseded: flag(),
};

export function listRoutes(workspaces: Workspaces): Route[] {
  return (['observations', 'summaries', 'prompts', 'sessions'] as const).map((kind) =>
    defineRoute({
      route: `GET /api/${kind}`,
      does: `Lists ${kind === 'observations' ? 'notes' : kind}, newest first.`,
      query,
      json: async (call) => {
        const { project, offset, limit, pinned, includeSuperseded, ...asked } = call.query;
        const filter: NoteFilter = {
          ...defined({
            contentSessionId: asked.session,
            platforms: platformsOf(call),
            from: asked.dateStart,
            to: asked.dateEnd,
            types: asked.type,
            concepts: asked.concept,
            files: asked.file,
          }),
          ...(pinned && { pinned }),
          ...(includeSuperseded && { includeSuperseded }),
        };
        const places = await placesOf(workspaces, project);
        return pageOfPlaces(places, kind, filter, { offset, limit });
      },
    }),
  );
}
