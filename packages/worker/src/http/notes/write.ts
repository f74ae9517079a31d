/** `POST /api/memory/save` and `PATCH /api/observation/:id`: users write and correct notes. */
import { changeNote, saveNote } from '../../notes/write-note.ts';
import { publicId } from '../../workspaces/ids.ts';
import type { OpenWorkspace, Workspaces } from '../../workspaces/workspaces.ts';
import { readJsonBody } from '../body.ts';
import { httpCaller } from '../prompt-source.ts';
import type { Route } from '../server.ts';
import { badParameter } from './parameters.ts';
import { rowById } from '../../notes/pages.ts';

export function writeRoutes(workspaces: Workspaces): Route[] {
  return [
    {
      route: 'POST /api/memory/save',
      does: 'Saves and pins a note of your own.',
      takes: '`text`, `title`, `project`, `metadata`',
      json: async (call) => {
        const { value } = await readJsonBody(call.request);
        const open = await placeFor(workspaces, value['project']);
        const { alias } = open.project;
        const saved = await saveNote(
          open.runtime.context,
          value,
          httpCaller(call),
          () => `manual-${alias}`,
        );
        const id = publicId(saved.seq, open.slot);
        const message = `Saved as note #${id} of ${alias}.`;
        return { success: true, id, title: saved.title, project: alias, message };
      },
    },
    {
      route: 'PATCH /api/observation/:id',
      access: 'private',
      does: 'Corrects or pins a note.',
      takes: '`title`, `subtitle`, `narrative`, `facts`, `type`, `concepts`, `pinned`',
      json: async (call) => {
        const { value } = await readJsonBody(call.request);
        const id = call.params['id'] ?? '';
        const { row, key } = await rowById(workspaces, ['observations'], id);
        await changeNote(key.place.context, row.event_id, value, httpCaller(call));
        const changed = await rowById(workspaces, ['observations'], id);
        return { success: true, observation: changed.row };
      },
    },
  ];
}

/** The project's workspace, created if missing; the first one if none is named. */
async function placeFor(workspaces: Workspaces, project: unknown): Promise<OpenWorkspace> {
  if (project !== undefined && (typeof project !== 'string' || project.trim() === ''))
    throw badParameter('project', 'a text');
  if (project !== undefined) return workspaces.ensureProject(project.trim());
  const [first] = await workspaces.all();
  return first ?? workspaces.ensureProject('default');
}
