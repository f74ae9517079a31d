/**
 * Usual commands start from a few of our files: the build merges what they load together (scripts/merge-chunks.mjs).
 */
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startCommand } from './command-line.ts';
import { freshFolder, type Folder } from './folder.ts';

let folder: Folder;
beforeAll(() => void (folder = freshFolder()));
afterAll(() => folder.remove());

it.each([
  ['--version', 1],
  ['memory append decision.made --actor me --payload-json {"decision":"Use_Redis"}', 20],
  ['memory query Redis', 30],
])('%s loads %i files at most', (command, most) => {
  const coverage = fs.mkdtempSync(path.join(folder.path, 'coverage-'));
  const { status } = startCommand(folder, command.split(' '), {
    env: { NODE_V8_COVERAGE: coverage },
  });
  expect(status).toBe(0);
  const [report] = fs.readdirSync(coverage);
  const { result } = JSON.parse(fs.readFileSync(path.join(coverage, report!), 'utf8')) as {
    result: { url: string }[];
  };
  const loaded = result.filter(({ url }) => url.endsWith('.mjs'));
  expect(loaded.length).toBeGreaterThan(0);
  expect(loaded.length).toBeLessThanOrEqual(most);
});
