/** A note whose files changed afterwards says so, unless the log has the change. */
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { edit, openDesk, type Desk } from '../../test/notes-desk.ts';
import { oneWorkspace } from '../../test/one-workspace.ts';
import { inject } from '../injection/inject.ts';
import { getObservations } from './read-notes.ts';
import { pageOfPlaces } from './pages.ts';
import { placesOf } from './place.ts';

let desk: Desk;
beforeEach(async () => {
  desk = await openDesk();
  fs.mkdirSync(path.join(desk.root, 'src'));
});
afterEach(() => desk.close());

const write = (text: string, file = 'src/login.ts') =>
  fs.writeFileSync(path.join(desk.root, file), text);

async function noteOf(id: string, file = 'src/login.ts'): Promise<void> {
  await desk.append(...edit(id, file));
  await desk.start().drain();
}

async function rows(): Promise<{ id: number; title: string; stale_files: string[] }[]> {
  const places = await placesOf(oneWorkspace(desk.runtime), null);
  const { items } = await pageOfPlaces(places, 'observations', {}, { offset: 0, limit: 20 });
  return items as never;
}

async function injected(): Promise<string> {
  const [open] = await oneWorkspace(desk.runtime).all();
  const request = { project: 'demo', prompt: '', branch: null, files: [], zone: 'UTC' };
  return (await inject([open!], { ...request, nowMs: desk.nowMs })).text;
}

it('is not marked while its file is unchanged, even if it was touched', async () => {
  write('a');
  await noteOf('t1');
  expect(await rows()).toMatchObject([{ stale_files: [] }]);
  fs.utimesSync(path.join(desk.root, 'src/login.ts'), 1, 1);
  expect(await rows()).toMatchObject([{ stale_files: [] }]);
  expect(await injected()).not.toContain('changed since');
});

it('is marked in lists, tools and at the start of a session if something else changed it', async () => {
  write('a');
  await noteOf('t1');
  write('bb');
  const [row] = await rows();
  expect(row).toMatchObject({ stale_files: ['src/login.ts'] });
  const { observations } = await getObservations(desk.runtime.context, { ids: [row!.id] });
  expect(observations).toMatchObject([{ stale_files: ['src/login.ts'] }]);
  expect(await injected()).toContain('(file changed since)');
  write('a');
  expect(await rows()).toMatchObject([{ stale_files: [] }]);
});

it('is marked if its file is deleted', async () => {
  write('a');
  await noteOf('t1');
  fs.rmSync(path.join(desk.root, 'src/login.ts'));
  expect(await rows()).toMatchObject([{ stale_files: ['src/login.ts'] }]);
});

it('is not marked for a change that a later note covers', async () => {
  write('a');
  await noteOf('t1');
  desk.nowMs += 86_400_000;
  write('bb');
  await noteOf('t2');
  for (const row of await rows()) expect(row.stale_files).toEqual([]);
});

it('reveals nothing about a file behind a link out of the workspace', async () => {
  const outside = fs.mkdtempSync(path.join(path.dirname(desk.root), 'outside-'));
  fs.writeFileSync(path.join(outside, 'secret.ts'), 'a');
  fs.symlinkSync(outside, path.join(desk.root, 'linked'));
  await noteOf('t1', 'linked/secret.ts');
  fs.writeFileSync(path.join(outside, 'secret.ts'), 'bb');
  expect(await rows()).toMatchObject([{ stale_files: [] }]);
  expect(JSON.stringify(await desk.events())).not.toContain('file_states');
  fs.rmSync(outside, { recursive: true });
});
