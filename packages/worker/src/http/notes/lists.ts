/** The routes that read notes: pages of all workspaces, notes about given paths, and one row, or 404. */
import { defined } from '@hookloom/core';
import type { NoteKind } from '@hookloom/memory';
import { noRow, pageOfPlaces, rowById, type NoteFilter } from '../../notes/pages.ts';
import { notesOf, placesOf } from '../../notes/place.ts';
import { publicSession, type PublicRow } from '../../notes/public-rows.ts';
import type { Workspaces } from '../../workspaces/workspaces.ts';
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

export function byFileRoutes(workspaces: Workspaces): Route[] {
  return [
    defineRoute({
      route: 'GET /api/observations/by-file',
      does: 'Lists notes about work that read or changed a file.',
      query: {
        path: paths('filePath', 'files'),
        projects: names('project'),
        platformSource,
        limit: page.limit,
      },
      json: async (call) => {
        const { path: files, projects = [null], limit } = call.query;
        if (files === undefined) throw badParameter('path', 'given');
        const found = await Promise.all(projects.map((name) => placesOf(workspaces, name)));
        const places = new Map(found.flat().map((place) => [place.slot, place]));
        const platforms = platformsOf(call);
        const { items } = await pageOfPlaces(
          [...places.values()],
          'observations',
          { files, ...(platforms && { platforms }) },
          { offset: 0, limit },
        );
        return { observations: items, count: items.length };
      },
    }),
  ];
}

const ROUTES = [
  ['GET /api/observation/:id', 'Returns one note.', ['observations']],
  [
    'GET /api/session/:id',
    'Returns one session, by its number or the client’s own id, or a summary.',
    // The documented route of this name returned the summary of a session.
    ['sessions', 'summaries'],
  ],
  ['GET /api/summary/:id', 'Returns one summary.', ['summaries']],
  ['GET /api/prompt/:id', 'Returns one prompt.', ['prompts']],
] as const satisfies [Route['route'], string, NoteKind[]][];

export function rowRoutes(workspaces: Workspaces): Route[] {
  return ROUTES.map(([route, does, kinds]) =>
    defineRoute({
      route,
      does,
      json: async ({ params }) => {
        const { id = '' } = params;
        if (kinds[0] === 'sessions' && !/^\d{1,15}$/.test(id)) return namedSession(workspaces, id);
        return (await rowById(workspaces, kinds, id)).row;
      },
    }),
  );
}

/** A session by the client's own id. */
async function namedSession(workspaces: Workspaces, name: string): Promise<PublicRow> {
  for (const place of await placesOf(workspaces, null)) {
    const row = await (await notesOf(place)).session(place.log, name);
    if (row !== null) return publicSession(place, row);
  }
  throw noRow();
}
