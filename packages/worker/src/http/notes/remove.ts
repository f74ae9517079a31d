/** `DELETE /api/observation/:id`, `/api/summary/:id`, `/api/prompt/:id`, `/api/session/:id`, `/sessions/:id`. */
import type { NoteKind } from '@hookloom/memory/notes/notes';
import { notesOf } from '../../notes/place.ts';
import { deleteRow, deleteSession, type DeleteAnswer } from '../../operations/delete-recorded.ts';
import type { Caller } from '../../operations/context.ts';
import type { Workspaces } from '../../workspaces/workspaces.ts';
import type { Route } from '../server.ts';
import { isTrue } from './parameters.ts';
import { rowById } from './rows.ts';

/** Who holds the token or sits at the viewer is the person that this installation belongs to. */
export const PERSON: Caller = { channel: 'user' };

const ROUTES: readonly (readonly [path: string, kind: NoteKind])[] = [
  ['/api/observation/:id', 'observations'],
  ['/api/summary/:id', 'summaries'],
  ['/api/prompt/:id', 'prompts'],
  ['/api/session/:id', 'sessions'],
  ['/sessions/:id', 'sessions'],
];

export function removeRoutes(workspaces: Workspaces): Route[] {
  return ROUTES.map(([path, kind]) => ({
    method: 'DELETE',
    path,
    access: 'private',
    handle: async ({ params, query }) => {
      const { row, key } = await rowById(workspaces, [kind], params['id'] ?? '');
      const options = { dryRun: isTrue(query, 'dry_run') };
      const { context, log } = key.place;
      const answer =
        kind === 'sessions'
          ? await deleteSession(context, row.content_session_id, PERSON, options)
          : await deleteRow(
              context,
              { session: log, seq: key.seq, covers: await coversOf(kind, key) },
              PERSON,
              options,
            );
      return { status: 200, json: answerOf(path, kind, row.id, answer) };
    },
  }));
}

async function coversOf(
  kind: NoteKind,
  { place, seq }: Awaited<ReturnType<typeof rowById>>['key'],
): Promise<string[]> {
  const { observations, summaries } = await (await notesOf(place)).byIds(place.log, [seq]);
  const rows = kind === 'observations' ? observations : kind === 'summaries' ? summaries : [];
  return rows.flatMap(({ covers }) => covers);
}

const KIND_NAMES: Readonly<Record<NoteKind, string>> = {
  observations: 'observation',
  summaries: 'summary',
  prompts: 'prompt',
  sessions: 'session',
};

function answerOf(path: string, kind: NoteKind, id: number, answer: DeleteAnswer): object {
  const { status, events, tombstones, left } = answer;
  if (status === 'dry_run') return { status, id, kind: KIND_NAMES[kind], would_delete: events };
  // The documented answer of the older route.
  if (path === '/sessions/:id') return { status: 'deleted', events, left };
  return {
    success: true,
    id,
    kind: KIND_NAMES[kind],
    entity_rev: tombstones.at(-1)?.seq ?? null,
    events,
    left,
  };
}
