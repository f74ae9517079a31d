/** The settings of an installation on the command line. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { freshFolder, type Folder } from './folder.ts';

let folder: Folder;
beforeEach(() => {
  folder = freshFolder();
});
afterEach(() => folder.remove());

const NAME = 'CLAUDE_MEM_CONTEXT_OBSERVATIONS';

it('settings can be listed, read, changed and reset; a value out of range changes nothing', async () => {
  const { stdout } = await folder.run(['settings', 'list'], { columns: 80 });
  for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  expect(stdout).toContain(NAME);
  expect(folder.snapshot()).toEqual({});
  expect((await folder.run(['settings', 'get', NAME])).stdout).toBe('50\n');
  expect(await folder.json(['settings', 'set', NAME, '20'])).toMatchObject({
    value: '20',
    from: 'file',
  });
  expect(await folder.run(['settings', 'set', NAME, '900'])).toMatchObject({ status: 2 });
  expect((await folder.run(['settings', 'get', NAME])).stdout).toBe('20\n');
  const env = { [NAME]: '7' };
  expect(await folder.json(['settings', 'get', NAME], { env })).toMatchObject({
    from: 'environment',
  });
  expect(await folder.json(['settings', 'set', NAME, ''])).toMatchObject({ from: 'default' });
  expect((await folder.run(['settings', 'get', 'NONE'])).status).not.toBe(0);
});

it('an agent cannot publish what is shared; a person can allow it', async () => {
  const allow = ['settings', 'set', 'HOOKLOOM_SHARE_PUBLISH', 'automatic'];
  const { status, stderr } = await folder.run(allow);
  expect([status, stderr]).toEqual([3, expect.stringContaining('by a person at a terminal')]);
  expect((await folder.run(['settings', 'get', 'HOOKLOOM_SHARE_PUBLISH'])).stdout).toBe('ask\n');
  expect((await folder.asPerson(allow)).status).toBe(0);
  expect((await folder.run(['settings', 'set', 'HOOKLOOM_SHARE_PUBLISH', 'ask'])).status).toBe(0);
});
