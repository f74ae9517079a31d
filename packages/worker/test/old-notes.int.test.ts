/** Search over notes of any age. */
import fs from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startWorker, type RunningWorker } from '../src/up.ts';
import { ask, temporaryHome, type Home } from './living.ts';

let home: Home;
let worker: RunningWorker;
beforeEach(async () => {
  home = temporaryHome();
  worker = await startWorker(home.options);
});
afterEach(async () => {
  await worker.close();
  home.remove();
});

async function call(route: string, body?: object): Promise<any> {
  const token = fs.readFileSync(worker.tokenFile, 'utf8').trim();
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const method = body === undefined ? 'GET' : 'POST';
  const options = { method, path: route, headers };
  const { status, text } = await ask(worker.port, options, body && JSON.stringify(body));
  expect([route, status]).toEqual([route, 200]);
  return JSON.parse(text);
}

it('finds a seven-year-old note by its words and by its file, without a date, a model or vectors', async () => {
  const note = (title: string, at: string): object => ({
    project: 'shop',
    memory_session_id: `session-${at}`,
    type: 'bugfix',
    title,
    created_at_epoch: Date.parse(at),
    files_modified: JSON.stringify(['src/ferry.ts']),
  });
  await call('/api/import', {
    observations: [
      note('The ferry timetable counts the winter twice', '2019-11-21T10:00:00Z'),
      ...Array.from({ length: 30 }, (_, day) =>
        note(`Painted door ${day}`, `2026-11-${String((day % 20) + 1).padStart(2, '0')}T10:00:00Z`),
      ),
    ],
  });
  const found = await call('/api/search?query=ferry%20timetable&project=shop&format=json');
  expect(found.observations.map(({ title }: { title: string }) => title)).toEqual([
    'The ferry timetable counts the winter twice',
  ]);
  const byFile = await call('/api/observations/by-file?path=src/ferry.ts&project=shop&limit=100');
  expect(JSON.stringify(byFile)).toContain('The ferry timetable counts the winter twice');
});
