/** `GET /stream`: joins the hub and sends the list of projects. */
import type { JsonObject } from '@hookloom/core';
import { notesOf } from '../workspaces/known-session.ts';
import type { Workspaces } from '../workspaces/workspaces.ts';
import { text } from './parameters.ts';
import { defineRoute, type Route } from './route.ts';
import type { StreamHub } from './stream-hub.ts';

/** Clients are read from the latest sessions of each workspace. */
const SESSIONS = 200;

export function streamRoute(workspaces: Workspaces, hub: StreamHub): Route {
  return defineRoute({
    route: 'GET /stream',
    does: 'Sends server-sent events with ids. Resumes after `Last-Event-ID`.',
    query: { lastEventId: text() },
    reply: async ({ request, query }) => {
      const header = request.headers['last-event-id'];
      const lastEventId = (typeof header === 'string' ? header : null) ?? query.lastEventId ?? null;
      const stream = hub.join({ lastEventId, initial: await initialLoad(workspaces) });
      return { status: 200, type: 'text/event-stream; charset=utf-8', stream };
    },
  });
}

/** The documented `initial_load`. */
async function initialLoad(workspaces: Workspaces): Promise<JsonObject> {
  const bySource = new Map<string, Set<string>>();
  const projects = new Set<string>();
  for (const { project, runtime, workspace } of await workspaces.all()) {
    projects.add(project.alias);
    const notes = await notesOf(runtime);
    const sessions = (await notes?.sessions({ log: workspace.session, limit: SESSIONS })) ?? [];
    for (const { platform_source: source } of sessions)
      bySource.set(source, (bySource.get(source) ?? new Set()).add(project.alias));
  }
  const sources = [...bySource.keys()].toSorted();
  return {
    projects: [...projects].toSorted(),
    sources,
    projectsBySource: Object.fromEntries(
      sources.map((source) => [source, [...bySource.get(source)!].toSorted()]),
    ),
  };
}
