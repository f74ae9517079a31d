import { expect, it } from 'vitest';
import { startDirectly } from './start-process.ts';
import { startWithNode } from './start-with-node.ts';
import type { Output, Place, Program, Started } from './started.ts';

const place: Place = { cwd: '/', env: { PATH: process.env['PATH'] ?? '', NAME: 'väl=ue' } };
const shell = (command: string): Program => ({
  file: '/bin/sh',
  args: ['-c', command],
  verbatim: false,
});
type Start = (program: Program, place: Place) => Promise<Started> | Started | null;

function textOf(output: Output): Promise<string> {
  const chunks: Buffer[] = [];
  return new Promise((resolve) => {
    output.read(
      (chunk) => void chunks.push(chunk),
      () => resolve(Buffer.concat(chunks).toString('utf8')),
    );
  });
}

async function outcomeOf(start: Start, program: Program, input = ''): Promise<unknown> {
  const running = await start(program, place);
  if (running === null || 'startError' in running) return running;
  running.feed(input);
  const [stdout, stderr, ended] = await Promise.all([
    textOf(running.stdout),
    textOf(running.stderr),
    running.exited,
  ]);
  // Passing it once more than needed is not an error.
  running.stopFeeding();
  running.stdout.stop();
  running.stdout.stop();
  return { ...ended, stdout, stderr };
}

const LONG = 'é'.repeat(500_000);
it.each<[string, Program, string]>([
  ['both outputs and the exit code', shell('echo out; echo err >&2; exit 7'), ''],
  ['a signal', shell('kill -9 $$'), ''],
  ['a long input', shell('cat'), LONG],
  ['an input that is not read', shell('exec 0<&-; echo done'), LONG],
  ['its folder and only its own variables', shell('pwd; echo "$NAME"; env | wc -l'), ''],
  [
    'a separate process group',
    shell('[ "$(ps -o pgid= -p $$ | tr -d " ")" = $$ ] && echo own'),
    '',
  ],
  ['a bare name', { file: 'printf', args: ['%s|', 'a b', '$HOME'], verbatim: false }, ''],
  ['a missing program', { file: '/nothing', args: [], verbatim: false }, ''],
  ['a NUL in an argument', { file: 'sh', args: ['-c', 'true\0'], verbatim: false }, ''],
])('a process is the same, started directly or by Node: %s', async (_what, program, input) => {
  const direct = await outcomeOf(startDirectly, program, input);
  expect(direct !== null).toBe(process.version.startsWith('v20.'));
  if (direct === null) return;
  expect(direct).toEqual(await outcomeOf(startWithNode, program, input));
});
