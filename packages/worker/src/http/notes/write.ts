/** `POST /api/memory/save` and `PATCH /api/observation/:id`: users write and correct notes. */
import { changeNote, changeRequest, saveNote, saveRequest } from '../../notes/write-note.ts';
import { publicId } from '../../workspaces/ids.ts';
import type { OpenWorkspace, Workspaces } from '../../workspaces/workspaces.ts';
import { httpCaller } from '../prompt-source.ts';
import { defineRoute, type Route } from '../route.ts';
import { rowById } from '../../notes/pages.ts';

export function writeRoutes(workspaces: Workspaces): Route[] {
  return [
    defineRoute({
      route: 'POST /api/memory/save',
      does: 'Saves and pins a note of your own.',
      body: saveRequest,
      json: async (call) => {
        const open = await placeFor(workspaces, call.body.project);
        const { alias } = open.project;
        const saved = await saveNote(
          open.runtime.context,
          call.body,
          httpCaller(call),
          () => `manual-${alias}`,
        );
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

/** The project's workspace, created if missing; the first one if none is named. */
async function placeFor(workspaces: Workspaces, project?: string): Promise<OpenWorkspace> {
  if (project !== undefined) return workspaces.ensureProject(project);
  const [first] = await workspaces.all();
  return first ?? workspaces.ensureProject('default');
}
