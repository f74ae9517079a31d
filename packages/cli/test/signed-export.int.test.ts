import { afterEach, beforeEach, expect, it } from 'vitest';
import { append, freshFolder, type Folder } from './folder.ts';

let folder: Folder;
beforeEach(async () => {
  folder = freshFolder();
  await append(folder, 'decision.made', { decision: 'Ship on Friday' });
});
afterEach(() => folder.remove());

it('an export is signed and verified, and a change is reported', async () => {
  const written = await folder.run(['memory', 'export', '--sign', '-o', 'signed.json']);
  const whole = await folder.run(['verify-export', 'signed.json']);
  expect([whole.status, whole.stderr]).toEqual([0, '']);
  expect(whole.stdout).toMatch(
    /^The signature is valid.*\nKey [0-9a-f]{64}\nIt is your own key\.\nIt covers 1 event /,
  );
  expect(written.stdout).toContain(/Key ([0-9a-f]{64})/.exec(whole.stdout)![1]);
  const { key_id } = await folder.json(['verify-export', 'signed.json']);
  expect((await folder.run(['verify-export', 'signed.json', '--key-id', key_id])).status).toBe(0);
  expect(
    (await folder.run(['verify-export', 'signed.json', '--key-id', '0'.repeat(64)])).status,
  ).toBe(6);
  folder.write('changed.json', folder.read('signed.json').replace('Friday', 'Monday'));
  const changed = await folder.run(['verify-export', 'changed.json']);
  expect([changed.status, changed.stdout]).toEqual([6, expect.stringContaining('is not valid')]);
});

it('a reader is told which part of the log a signed export covers', async () => {
  await append(folder, 'decision.made', { decision: 'Ship on Monday' });
  const part = ['memory', 'export', '--sign', '--since-seq', '1', '-o', 'part.json'];
  expect((await folder.run(part)).status).toBe(0);
  const { stdout } = await folder.run(['verify-export', 'part.json']);
  expect(stdout.replaceAll('\n', ' ')).toContain(
    'It covers 1 event of shop-default, 2 to 2; the log had 2 events when it was signed; 0 forgotten events left out; only since_seq 1.',
  );
});

it('an export without a valid signature is refused', async () => {
  await folder.run(['memory', 'export', '-o', 'plain.json']);
  expect((await folder.run(['verify-export', 'plain.json'])).status).toBe(6);
  expect((await folder.run(['verify-export', 'nothing.json'])).status).toBe(4);
  expect((await folder.run(['verify-export', 'plain.json', '--key-id', 'mine'])).status).toBe(2);
});
