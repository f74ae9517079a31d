import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { append, freshFolder, type Folder } from './folder.ts';

let folder: Folder;
let other: Folder;
beforeEach(async () => {
  folder = freshFolder();
  other = freshFolder();
  await append(folder, 'decision.made', { decision: 'Invoices are numbered per year' });
  await append(folder, 'document.indexed', { path: 'a.md', content: 'Parcels leave on Fridays' });
  await folder.run(['memory', 'export', '-o', 'memory.json']);
  fs.copyFileSync(path.join(folder.path, 'memory.json'), path.join(other.path, 'memory.json'));
});
afterEach(() => {
  folder.remove();
  other.remove();
});

const exported = async (where: Folder): Promise<any[]> =>
  (await where.json(['memory', 'export'])).events;

it('imports an export with the same events, their time, origin and channel, and labels them', async () => {
  expect(await other.json(['memory', 'import', 'memory.json'])).toMatchObject({ deduped: 0 });
  const shared = ({ id, type, actor, payload, timestamp }: any) => ({
    id,
    type,
    actor,
    payload,
    timestamp,
  });
  const [before, after] = [await exported(folder), await exported(other)];
  expect(after.map(shared)).toEqual(before.map(shared));
  for (const [at, { origin }] of after.entries()) {
    expect(origin.channel).toBe(before[at].origin.channel);
    expect(origin.written_by).toBe('archive');
  }
  expect((await other.run(['memory', 'query', 'invoices'])).stdout).toContain('per year');
});

it('imports an export only once', async () => {
  const first = await other.json(['memory', 'import', 'memory.json']);
  const again = await other.json(['memory', 'import', 'memory.json']);
  expect([again.imported, again.deduped]).toEqual([0, first.imported]);
});

it('refuses a file that is not an export, and imports nothing', async () => {
  other.write('x.json', '{"format":"other","events":[]}');
  const ran = await other.run(['memory', 'import', 'x.json']);
  expect([ran.status === 0, ran.stderr]).toEqual([false, expect.stringContaining('not an export')]);
  expect(fs.existsSync(path.join(other.path, '.eventloom'))).toBe(false);
});
