/** `POST /api/memory/save` and `PATCH /api/observation/:id`: users write and correct notes. */
import { notFound } from '@hookloom/core';
import type { NoteKind } from '@hookloom/memory';
import { changeNote, changeRequest, saveNote, saveRequest } from '../../notes/write-note.ts';
import { publicId } from '../../workspaces/ids.ts';
import type { OpenWorkspace, Workspaces } from '../../workspaces/workspaces.ts';
import { httpCaller } from '../prompt-source.ts';
import { defineRoute, type Route } from '../route.ts';
import { rowById } from '../../notes/pages.ts';
import { removeRow } from '../../notes/remove-row.ts';
import type { DeleteAnswer } from '../../operations/delete-recorded.ts';
import { flag } from '../parameters.ts';

export function writeRoutes(workspaces: Workspaces): Route[] {
  return [
    defineRoute({
      route: 'POST /api/memory/save',
      does: 'Saves and pins a note of your own.',
      body: saveRequest,
      json: async (call) => {
        const open = await placeFor(workspaces, call.body.project);
        const { alias } = open.project;
        const session = (): string => `manual-${alias}`;
        const saved = await saveNote(open.runtime.context, call.body, httpCaller(call), session);
        const id = publicId(saved.seq, open.slot);
        const message = `Saved as note #${id} of ${alias}.`;
        return { success: true, id, title: saved.title, project: alias, message };
      },
    }),
    defineRoute({
      route: 'PATCH /api/observation/:id',
      access: 'private',
      does: 'Corrects or pins a note.',
      body: changeRequest,
      json: async (call) => {
        const id = call.params['id'] ?? '';
        const { row, key } = await rowById(workspaces, ['observations'], id);
        await changeNote(key.place.context, row.event_id, call.body, httpCaller(call));
        const changed = await rowById(workspaces, ['observations'], id);
        return { success: true, observation: changed.row };
      },
    }),
  ];
}

/** The project's workspace; the first one if none is named. */
async function placeFor(workspaces: Workspaces, project?: string): Promise<OpenWorkspace> {
  const [first] = await (project === undefined ? workspaces.all() : workspaces.forProject(project));
  if (first === undefined && project !== undefined)
    throw notFound('No project has this name.', 'Run `hookloom projects list` to see the names.');
  return first ?? workspaces.ensureProject('default');
}

// `DELETE /api/observation/:id`, `/api/summary/:id`, `/api/prompt/:id`, `/api/session/:id`, `/sessions/:id`.

const OLDER = 'DELETE /sessions/:id';
const WITH_SESSION = 'Deletes a session and everything that belongs to it.';
const ROUTES = [
  ['DELETE /api/observation/:id', 'observations', 'Deletes a note.'],
  ['DELETE /api/summary/:id', 'summaries', 'Deletes a summary.'],
  ['DELETE /api/prompt/:id', 'prompts', 'Deletes a prompt.'],
  ['DELETE /api/session/:id', 'sessions', WITH_SESSION],
  [OLDER, 'sessions', WITH_SESSION],
] as const satisfies [Route['route'], NoteKind, string][];

export function removeRoutes(workspaces: Workspaces): Route[] {
  return ROUTES.map(([route, kind, does]) =>
    defineRoute({
      route,
      access: 'private',
      does,
      query: { dry_run: flag() },
      json: async (call) => {
        const { row, key } = await rowById(workspaces, [kind], call.params['id'] ?? '');
        const dryRun = call.query.dry_run;
        const answer = await removeRow({ kind, row, key }, httpCaller(call), { dryRun });
        return answerOf(route, kind, row.id, answer);
      },
    }),
  );
}

const KIND_NAMES: Readonly<Record<NoteKind, string>> = {
  observations: 'observation',
  summaries: 'summary',
  prompts: 'prompt',
  sessions: 'session',
};

function answerOf(route: string, kind: NoteKind, id: number, answer: DeleteAnswer): object {
  const { status, events, tombstones, left } = answer;
  if (status === 'dry_run') return { status, id, kind: KIND_NAMES[kind], would_delete: events };
  // The documented answer of the older route.
  if (route === OLDER) return { status: 'deleted', events, left };
  return {
    success: true,
    id,
    kind: KIND_NAMES[kind],
    entity_rev: tombstones.at(-1)?.seq ?? null,
    events,
    left,
  };
}
