import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { freshFolder, type Folder } from './folder.ts';

let folder: Folder;
beforeEach(() => {
  folder = freshFolder();
});
afterEach(() => folder.remove());

const TURNS = [
  'We keep the invoices for ten years.',
  'The parser reads one line at a time.',
  'Nobody deploys on Fridays.',
];
const lines = TURNS.map((content) =>
  JSON.stringify({
    event_type: 'transcript.turn',
    actor: 'user',
    payload: { role: 'user', content },
  }),
).join('\n');
const nearest = async (): Promise<number> =>
  Math.max(
    0,
    ...(await folder.json(['memory', 'query', 'When may we not ship?'])).map(
      (row: any) => row.score_explanation.near ?? 0,
    ),
  );

it('finds imported events by meaning at once, without a worker', async () => {
  expect((await folder.run(['memory', 'ingest'], { input: lines })).status).toBe(0);
  expect(await nearest()).toBeGreaterThan(0);
});

it('finds imported sessions of a client by meaning at once, and says that it searches by meaning', async () => {
  const root = fs.realpathSync(folder.path);
  const records = TURNS.map((content, at) =>
    JSON.stringify({
      type: 'user',
      uuid: `u-${at}`,
      promptId: `p-${at}`,
      message: { role: 'user', content },
      cwd: root,
      sessionId: 'session',
      timestamp: new Date(Date.UTC(2026, 9, 1 + at)).toISOString(),
    }),
  ).join('\n');
  const file = `.claude/projects/${root.replaceAll(/[^A-Za-z0-9]/g, '-')}/session.jsonl`;
  fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  folder.write(file, `${records}\n`);
  const search = async (): Promise<string> => (await folder.run(['status'])).stdout;
  expect(await search()).toContain('searches by words, and by meaning once its texts have vectors');
  expect((await folder.run(['capture', 'import', '--since', 'all'])).status).toBe(0);
  expect(await nearest()).toBeGreaterThan(0);
  expect(await search()).toContain('searches by words and meaning.');
});

it('imports where search by meaning is off', async () => {
  const env = { RETRIEVAL_FUZZY: 'off' };
  const { status, stdout, stderr } = await folder.run(['memory', 'ingest'], { input: lines, env });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toContain('Imported 3 events');
  expect(await nearest()).toBe(0);
});

it('finds the events of an export by meaning at once', async () => {
  expect((await folder.run(['memory', 'ingest'], { input: lines })).status).toBe(0);
  expect((await folder.run(['memory', 'export', '-o', 'memory.json'])).status).toBe(0);
  const other = freshFolder();
  other.write('memory.json', folder.read('memory.json'));
  folder.remove();
  folder = other;
  expect((await folder.run(['memory', 'import', 'memory.json'])).status).toBe(0);
  expect(await nearest()).toBeGreaterThan(0);
});
