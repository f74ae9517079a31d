/** `/api/viewer/live`, `/api/viewer/sessions`, `/api/viewer/session`: current and earlier sessions and their work. */
import { notFound } from '@hookloom/core';
import type { StoredEvent } from '@hookloom/core/events';
import type { Workspaces } from '../../workspaces/workspaces.ts';
import { integer, text } from '../parameters.ts';
import { defineRoute } from '../route.ts';
import { withCurrentState } from './current-state.ts';
import { here, viewedLog } from './viewed-log.ts';
import { eventLine, sessionOf } from './event-row.ts';
import { hookFigures, hookRun } from './hook-runs.ts';
import { sessionsOf } from './live-sessions.ts';
import { readTail } from './tail.ts';

/** How many events of a workspace are read for its current state. */
const LIVE_LOOK = 2000;
const SESSIONS_LOOK = 20_000;
const SESSION_LOOK = 30_000;
const MAX_SESSION_EVENTS = 2000;
const MAX_WORKSPACES = 50;

const SAID_CHARS = 6000;

/** The full text of a turn; null for other events. */
function saidIn({ type, payload }: StoredEvent): string | null {
  const { content } = payload;
  if (type !== 'transcript.turn' || typeof content !== 'string') return null;
  return content.length <= SAID_CHARS ? content : `${content.slice(0, SAID_CHARS).toWellFormed()}…`;
}

export function sessionRoutes(workspaces: Workspaces) {
  return [
    defineRoute({
      route: 'GET /api/viewer/live',
      does: 'Lists active sessions, and the latency of hooks.',
      json: async () => {
        const all = (await workspaces.all()).slice(0, MAX_WORKSPACES);
        const told = await Promise.all(
          all.map(async (open) => {
            const { slot, project, workspace, runtime } = open;
            await runtime.context.drain();
            const tail = await readTail(runtime.store, {
              log: workspace.session,
              limit: LIVE_LOOK,
              look: LIVE_LOOK,
            });
            const runs = tail.events.filter(({ type }) => type === 'hook.run.completed');
            return {
              slot,
              alias: project.alias,
              folder: workspace.root,
              head: tail.head,
              last: tail.events[0]?.timestamp ?? null,
              sessions: sessionsOf(tail.events, runtime.context.clock.now()).slice(0, 40),
              hooks: hookFigures(runs.map(hookRun)),
              recent: await withCurrentState(
                open,
                workspace.session,
                tail.events
                  .filter(({ type }) => type !== 'memory.reinforcement')
                  .slice(0, 40)
                  .map(eventLine),
              ),
            };
          }),
        );
        return { workspaces: told };
      },
    }),
    defineRoute({
      route: 'GET /api/viewer/sessions',
      does: 'Lists client sessions.',
      query: { ...here, before: integer({ min: 1, note: 'an event number' }) },
      json: async ({ query }) => {
        const { open, log } = await viewedLog(workspaces, query);
        const { before } = query;
        const { store, context } = open.runtime;
        const tail = await readTail(store, {
          log,
          before,
          limit: SESSIONS_LOOK,
          look: SESSIONS_LOOK,
        });
        return { sessions: sessionsOf(tail.events, context.clock.now()), before: tail.before };
      },
    }),
    defineRoute({
      route: 'GET /api/viewer/session',
      does: 'Returns one session, turn by turn.',
      query: { ...here, id: text({ most: 200 }) },
      json: async ({ query }) => {
        const { open, log } = await viewedLog(workspaces, query);
        const { id = '' } = query;
        const { store, context } = open.runtime;
        const { events, before } = await readTail(store, {
          log,
          limit: MAX_SESSION_EVENTS,
          look: SESSION_LOOK,
          wanted: (event) => sessionOf(event) === id,
        });
        if (events.length === 0)
          throw notFound(
            'None of the newest events of this log belongs to that session.',
            'Look for it in the timeline.',
          );
        return {
          session: sessionsOf(events, context.clock.now())[0] ?? null,
          events: await withCurrentState(
            open,
            log,
            events.reverse().map((event) => ({ ...eventLine(event), text: saidIn(event) })),
          ),
          before,
        };
      },
    }),
  ];
}
