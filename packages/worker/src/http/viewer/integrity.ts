/** `/api/viewer/integrity`: whether the log is whole, what waits beside it, and what no note could be made of. */
import fs from 'node:fs';
import path from 'node:path';
import { HookloomError } from '@hookloom/core/errors';
import { inboxSessions } from '@hookloom/log';
import type { StoredEvent } from '@hookloom/core/ports/event-store';
import type { Workspaces } from '../../workspaces/workspaces.ts';
import { readJsonBody } from '../body.ts';
import type { Route } from '../server.ts';
import { askedFor } from './asked.ts';
import { eventLine } from './event-row.ts';
import { readTail } from './tail.ts';

const LOOK = 20_000;
const MAX_LETTERS = 100;

export function integrityRoutes(workspaces: Workspaces): Route[] {
  return [
    {
      method: 'GET',
      path: '/api/viewer/integrity',
      handle: async ({ query }) => {
        const { open, log } = await askedFor(workspaces, query);
        const { store, context } = open.runtime;
        // The verified prefix is trusted unless a person asks for everything to be hashed again.
        const incremental = query.get('full') !== '1';
        const began = performance.now();
        const report = await store.verify(log, { incremental });
        const head = await store.head(log);
        const opened = await context.memory.open();
        const stats = opened.ok ? await opened.memory.stats(log, { fresh: false }) : null;
        const { eventloomDir } = open.workspace;
        return {
          status: 200,
          json: {
            report,
            took_ms: Math.round(performance.now() - began),
            head,
            projection: opened.ok
              ? {
                  seq: stats?.cursor?.seq ?? 0,
                  behind: Math.max(0, (head?.seq ?? 0) - (stats?.cursor?.seq ?? 0)),
                  facts: stats?.factCount ?? 0,
                }
              : { unavailable: opened.reason },
            inbox: inboxSessions(eventloomDir),
            raw: filesIn(path.join(eventloomDir, 'inbox', 'raw')),
            dead: await deadLetters(open.runtime.store, log),
          },
        };
      },
    },
    {
      method: 'POST',
      path: '/api/viewer/integrity/retry',
      access: 'private',
      handle: async ({ request, query }) => {
        const { open, log } = await askedFor(workspaces, query);
        const { covers } = (await readJsonBody(request)).value;
        const isList = Array.isArray(covers) && covers.every((id) => typeof id === 'string');
        if (!isList || covers.length === 0 || covers.length > 200)
          throw new HookloomError(
            'invalid_request',
            'covers is no list of event ids.',
            'Send the ids of a dead letter.',
          );
        const [result] = await open.runtime.store.append(
          log,
          [
            {
              type: 'note.retried',
              actorId: 'user',
              payload: { covers },
              origin: { channel: 'user', client: 'viewer' },
            },
          ],
          { durability: 'fsync' },
        );
        return { status: 200, json: { status: 'retried', seq: result!.seq } };
      },
    },
  ];
}

type Store = Parameters<typeof readTail>[0];

/** What was abandoned and not put back since, newest first. */
async function deadLetters(store: Store, log: string): Promise<unknown[]> {
  const { events } = await readTail(store, {
    log,
    limit: MAX_LETTERS,
    look: LOOK,
    wanted: ({ type }) => type === 'note.abandoned' || type === 'note.retried',
  });
  const retried = new Set<string>();
  const letters: unknown[] = [];
  for (const event of events) {
    const covers = coversOf(event);
    if (event.type === 'note.retried') for (const id of covers) retried.add(id);
    else if (covers.some((id) => !retried.has(id)))
      letters.push({
        ...eventLine(event),
        covers,
        reason: event.payload['reason'],
        attempts: event.payload['attempts'],
      });
  }
  return letters;
}

function coversOf({ payload }: StoredEvent): string[] {
  const { covers } = payload;
  return Array.isArray(covers) ? covers.filter((id) => typeof id === 'string').slice(0, 200) : [];
}

function filesIn(folder: string): number {
  try {
    return fs.readdirSync(folder).length;
  } catch {
    return 0;
  }
}
