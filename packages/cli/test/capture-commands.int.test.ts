import fs from 'node:fs';
import path from 'node:path';
import { recordedTranscript } from '@hookloom/hooks/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freshFolder, type Folder } from './folder.ts';

let folder: Folder;
beforeEach(() => {
  folder = freshFolder();
  const root = fs.realpathSync(folder.path);
  const slug = root.replace(/[^A-Za-z0-9]/g, '-');
  const file = `.claude/projects/${slug}/session.jsonl`;
  fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  folder.write(
    file,
    recordedTranscript('claude-code', 'session').replaceAll('/home/dev/project', root),
  );
});
afterEach(() => folder.remove());

test('--watch-iterations sets the number of passes, even without --watch', async () => {
  const words = ['claude-capture', '--max-records-per-file', '1', '--interval-seconds', '0.25'];
  const once = (await folder.json(words)).lanes[0];
  expect(once).toMatchObject({ client: 'claude-code', has_more: true });
  const seen = async (...more: string[]): Promise<number> =>
    (await folder.json([...words, ...more])).lanes[0].records;
  expect(await seen('--watch-iterations', '3')).toBeGreaterThan(once.records);
  expect(await seen('--watch', '--watch-iterations', '3')).toBeGreaterThan(once.records);
});
