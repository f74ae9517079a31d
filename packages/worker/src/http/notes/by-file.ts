/** `GET /api/observations/by-file`: notes about these paths, in whatever form they were recorded. */
import { placesOf } from '../../notes/place.ts';
import type { Workspaces } from '../../workspaces/workspaces.ts';
import { badParameter, names, page, paths, platformSource, platformsOf } from '../parameters.ts';
import { defineRoute, type Route } from '../route.ts';
import { pageOfPlaces } from '../../notes/pages.ts';

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
