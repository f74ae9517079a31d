/** `GET /api/stats` and `/api/projects`: counts, by project. */
import { statSync } from 'node:fs';
import { notesOf, placesOf, type NotePlace } from '../../notes/place.ts';
import type { Workspaces } from '../../workspaces/workspaces.ts';
import { platformSource, platformsOf } from '../parameters.ts';
import { defineRoute, type Route } from '../route.ts';
import type { Memory } from '@hookloom/memory';

/** The running worker's own statistics. */
export interface WorkerStats {
  version: string;
  /** In seconds. */
  uptime: number;
  activeSessions: number;
  sseClients: number;
  port: number;
}

export function statsRoutes(workspaces: Workspaces, worker: () => WorkerStats): Route[] {
  return [
    defineRoute({
      route: 'GET /api/stats',
      does: 'Returns statistics of the worker and the memory.',
      json: async () => {
        const databases = await Promise.all((await placesOf(workspaces, null)).map(databaseOf));
        return { worker: worker(), database: summed(databases), databases };
      },
    }),
    defineRoute({
      route: 'GET /api/projects',
      does: 'Lists projects and clients.',
      query: { platformSource },
      json: async (call) => projects(await placesOf(workspaces, null), platformsOf(call)),
    }),
  ];
}

interface DatabaseStats extends Awaited<ReturnType<Memory['notes']['counts']>> {
  project: string;
  path: string;
  /** In bytes, including the write-ahead log. */
  size: number;
}

async function databaseOf(place: NotePlace): Promise<DatabaseStats> {
  const counts = await (await notesOf(place)).counts(place.log);
  const path = `${place.context.workspace.eventloomDir}/projections/memory.sqlite`;
  const size = ['', '-wal', '-shm'].reduce(
    (sum, suffix) => sum + (statSync(path + suffix, { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
  return { project: place.project, path, size, ...counts };
}

/** The documented part, which assumes one database: the path is that of the first. */
function summed(databases: readonly DatabaseStats[]): Omit<DatabaseStats, 'project'> {
  const sum = (key: 'size' | 'observations' | 'sessions' | 'summaries' | 'prompts') =>
    databases.reduce((total, each) => total + each[key], 0);
  const first = databases.flatMap(({ firstObservationAt }) => firstObservationAt ?? []).toSorted();
  return {
    path: databases[0]?.path ?? '',
    size: sum('size'),
    observations: sum('observations'),
    sessions: sum('sessions'),
    summaries: sum('summaries'),
    prompts: sum('prompts'),
    firstObservationAt: first[0] ?? null,
  };
}

async function projects(places: readonly NotePlace[], platforms: string[] | undefined) {
  const bySource = new Map<string, Set<string>>();
  const names = new Set<string>();
  for (const place of places) {
    const seen = await (await notesOf(place)).platforms(place.log);
    const wanted = seen.filter((name) => platforms?.includes(name) !== false);
    if (platforms !== undefined && wanted.length === 0) continue;
    names.add(place.project);
    for (const name of wanted)
      bySource.set(name, (bySource.get(name) ?? new Set()).add(place.project));
  }
  const sources = [...bySource.keys()].toSorted();
  return {
    projects: [...names].toSorted(),
    sources,
    projectsBySource: Object.fromEntries(
      sources.map((name) => [name, [...bySource.get(name)!].toSorted()]),
    ),
  };
}
