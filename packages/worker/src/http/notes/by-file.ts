/** `GET /api/observations/by-file`: notes about these paths, in whatever form they were recorded. */
import { placesOf } from '../../notes/place.ts';
import type { Workspaces } from '../../workspaces/workspaces.ts';
import type { Route } from '../server.ts';
import { pageOfPlaces } from '../../notes/pages.ts';
import { badParameter, namesOf, pageOf, pathsOf, platformsOf } from './parameters.ts';

export function byFileRoutes(workspaces: Workspaces): Route[] {
  return [
    {
      route: 'GET /api/observations/by-file',
      does: 'Lists notes about work that read or changed a file.',
      takes: '`path` (repeatable), `projects`, `limit`',
      json: async (call) => {
        const files = pathsOf(call.query, 'path', 'filePath', 'files');
        if (files === undefined) throw badParameter('path', 'given');
        const projects = namesOf(call.query, 'projects', 'project') ?? [null];
        const found = await Promise.all(projects.map((name) => placesOf(workspaces, name)));
        const places = new Map(found.flat().map((place) => [place.slot, place]));
        const platforms = platformsOf(call);
        const { limit } = pageOf(call.query);
        const { items } = await pageOfPlaces(
          [...places.values()],
          'observations',
          { files, ...(platforms && { platforms }) },
          { offset: 0, limit },
        );
        return { observations: items, count: items.length };
      },
    },
  ];
}
