import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createOutput } from '../src/output/output.ts';
import * as commands from '../src/commands/index.ts';
import { runCommandLine } from '../src/run-command-line.ts';
import { environmentOf, freshFolder, type Folder } from './folder.ts';

let folder: Folder;
beforeEach(() => {
  folder = freshFolder();
  vi.stubEnv('HOOKLOOM_STATE_DIR', `${folder.path}/state`);
});
afterEach(() => {
  vi.unstubAllEnvs();
  folder.remove();
});

async function printed(argv: string[], columns: number): Promise<string> {
  let text = '';
  const write = (chunk: string) => {
    text += chunk;
    return true;
  };
  const sink = { write, once: () => undefined, isTTY: true, columns };
  const env = environmentOf(folder.path, { NO_COLOR: '1' });
  const out = await createOutput(sink, sink, env);
  const context = { cwd: folder.path, env, out, stdin: process.stdin, isInteractive: false };
  await runCommandLine(argv, { ...context, now: Date.now }, commands);
  return text;
}

it('a narrow terminal shows what happened instead of who recorded it', async () => {
  const payload = '{"decision":"Due dates are calendar days in UTC"}';
  const args = ['decision.made', '--actor', 'recorder', '--payload-json', payload];
  await folder.run(['memory', 'append', ...args]);
  expect(await printed(['memory', 'log'], 120)).toContain('recorder');
  const narrow = await printed(['memory', 'log'], 76);
  expect(narrow).not.toContain('recorder');
  expect(narrow).toContain('Due dates are calendar days in UTC');
  expect(narrow).toContain('times in UTC');
});

it('a narrow terminal breaks the texts of a mission between words', async () => {
  const ran = await folder.run([
    'coordinate',
    'start',
    'm',
    'Find why users are logged out at night',
  ]);
  expect(ran.stderr).toBe('');
  expect(await printed(['coordinate', 'brief', 'm'], 30)).toContain(
    '| Find why users are logged\n| out at night\n',
  );
});
