/**
 * A note has one id everywhere: in the routes of the worker, on the command line, and in the tools of a client's own
 * server.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { byOperation } from '@hookloom/core/events';
import { resolveWorkspace, type Workspace } from '@hookloom/core/settings';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openRuntime } from '../compose.ts';
import { pageOfPlaces } from '../notes/pages.ts';
import { placeOf } from '../notes/place.ts';
import type { Runtime } from '../runtime.ts';
import { openWorkspaces, type ServedWorkspaces } from '../workspaces/open-workspaces.ts';
import { getObservations, noteTimeline, searchNotes } from '../notes/read-notes.ts';

let root: string;
let stateDir: string;
let served: ServedWorkspaces;
let tools: Runtime;
let third: Workspace;

const workspaceIn = (name: string): Workspace => {
  const cwd = path.join(root, name);
  fs.mkdirSync(path.join(cwd, '.eventloom'), { recursive: true });
  return resolveWorkspace({ cwd, env: {} });
};

beforeEach(async () => {
  root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-ids-')));
  stateDir = path.join(root, 'state');
  fs.mkdirSync(stateDir, { mode: 0o700 });
  served = openWorkspaces({ stateDir, env: { HOME: root }, now: () => 0 });
  third = workspaceIn('third');
  tools = await openRuntime(third, { stateDir });
  await tools.store.append(third.session, [
    byOperation({
      type: 'note.recorded',
      actorId: 'hookloom-notes',
      origin: { channel: 'tool' },
      payload: { session_id: 'c-1', type: 'change', title: 'Dates in UTC', made_by: 'rules' },
    }),
  ]);
});
afterEach(async () => {
  await tools.close();
  await served.close();
  fs.rmSync(root, { recursive: true, force: true });
});

async function register(): Promise<number[]> {
  await served.add(workspaceIn('first'));
  await served.add(workspaceIn('second'));
  const open = await served.add(third);
  const { items } = await pageOfPlaces(
    [placeOf(open)],
    'observations',
    {},
    { offset: 0, limit: 9 },
  );
  return items.map(({ id }) => id);
}

it('the tools return the ids of the routes, in a workspace that was registered third', async () => {
  const ids = await register();
  expect(ids).toEqual([1003]);
  const { results } = await searchNotes(tools.context, { query: 'dates' });
  expect(results.map(({ id }) => id)).toEqual(ids);
  const around = await noteTimeline(tools.context, { anchor: '1003' });
  expect(around.results).toMatchObject([{ id: 1003, is_anchor: true }]);
  const whole = await getObservations(tools.context, { ids });
  expect(whole.observations).toMatchObject([{ id: 1003 }]);
});

it('an id from before the registration still means the same note, and the answer has the new one', async () => {
  const before = await searchNotes(tools.context, { query: 'dates' });
  expect(before.results.map(({ id }) => id)).toEqual([1001]);
  await register();
  const { observations } = await getObservations(tools.context, { ids: [1001] });
  expect(observations).toMatchObject([{ id: 1003 }]);
});

it('an id of another workspace does not match a note of this one', async () => {
  await register();
  const { observations, not_found } = await getObservations(tools.context, { ids: [1002] });
  expect({ observations, not_found }).toEqual({ observations: [], not_found: [1002] });
  await expect(noteTimeline(tools.context, { anchor: '1002' })).rejects.toMatchObject({
    code: 'not_found',
  });
});
