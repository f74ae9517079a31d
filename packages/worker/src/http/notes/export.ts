/** `GET /api/export`: all notes, one JSON object per line, oldest first. `POST /api/import` reads them. */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { NoteKind } from '@hookloom/memory';
import { placesOf, type NotePlace } from '../../notes/place.ts';
import type { Workspaces } from '../../workspaces/workspaces.ts';
import { text } from '../parameters.ts';
import { defineRoute, type Route } from '../route.ts';
import { pageOfPlaces } from '../../notes/pages.ts';

/** The first word of each line, by list. */
const KINDS: readonly (readonly [kind: NoteKind, word: string])[] = [
  ['sessions', 'session'],
  ['prompts', 'prompt'],
  ['observations', 'observation'],
  ['summaries', 'summary'],
];
const PAGE = 500;

export function exportRoutes(workspaces: Workspaces): Route[] {
  return [
    defineRoute({
      route: 'GET /api/export',
      access: 'private',
      does: 'Returns everything, one row per line.',
      query: { project: text() },
      reply: async ({ query: { project } }) => {
        const places = await placesOf(workspaces, project);
        return {
          status: 200,
          type: 'application/x-ndjson; charset=utf-8',
          headers: { 'content-disposition': 'attachment; filename="hookloom-notes.jsonl"' },
          stream: (response) => void write(response, places),
        };
      },
    }),
  ];
}

async function write(response: ServerResponse, places: readonly NotePlace[]): Promise<void> {
  try {
    const send = async (line: object): Promise<void> => {
      if (response.destroyed) throw new Error('gone');
      if (!response.write(`${JSON.stringify(line)}\n`)) await once(response, 'drain');
    };
    await send({ kind: 'export', format: 'hookloom.notes.v1' });
    for (const place of places)
      for (const [kind, word] of KINDS)
        for (let offset = 0; ; offset += PAGE) {
          const filter = { order: 'oldest', includeSuperseded: true } as const;
          const page = await pageOfPlaces([place], kind, filter, { offset, limit: PAGE });
          for (const row of page.items) await send({ kind: word, ...row });
          if (!page.hasMore) break;
        }
    response.end();
  } catch {
    // The export is incomplete, so the connection is aborted instead of ending normally.
    response.destroy();
  }
}
