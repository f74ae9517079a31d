/** What a backup of everything says about folders that are no longer there. */
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { append, freshFolder, type Folder } from './folder.ts';

let folder: Folder;
beforeEach(() => {
  folder = freshFolder();
});
afterEach(() => folder.remove());

it.each([
  ['both', 2, '/a, /b. If'],
  ['the first three', 5, '/a, /b, /c and 2 more. If'],
])('names %s of %i', async (_, count, named) => {
  await append(folder, 'decision.made', { decision: 'Doors are green' });
  for (const name of ['a', 'b', 'c', 'd', 'e'].slice(0, count)) {
    const log = ['--eventloom-path', path.join(folder.path, name, '.eventloom')];
    const session = ['--session-id', `${name}-default`];
    fs.mkdirSync(path.join(folder.path, name), { recursive: true });
    await append(folder, 'decision.made', { decision: `Room ${name}` }, [...log, ...session]);
    fs.rmSync(path.join(folder.path, name), { recursive: true });
  }
  const file = path.join(folder.path, 'all.backup.tar.gz');
  const { stderr } = await folder.run(['backup', '--all', '--dry-run', file]);
  expect(stderr.replaceAll(folder.path, '').replace(/\s+/g, ' ')).toContain(
    `because the folder is no longer there: ${named}`,
  );
});
