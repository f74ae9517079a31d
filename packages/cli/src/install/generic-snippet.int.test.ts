import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { resolveWorkspace } from '@hookloom/core/settings';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { genericSnippet } from './generic-snippet.ts';
import { ownFiles } from './own-files.ts';

let root: string;
beforeEach(() => {
  root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "hookloom gen'eric-")));
});
afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

function run(script: string, files = ownFiles()): { status: number | null; out: string } {
  const workspace = resolveWorkspace({ cwd: root, env: {}, domain: 'demo' });
  fs.writeFileSync(path.join(root, 'hooks.sh'), genericSnippet({ workspace, files }, 'my tool'));
  const { status, stdout } = spawnSync('/bin/sh', ['-euc', `. ./hooks.sh\n${script}`], {
    cwd: root,
    env: { HOME: root, PATH: process.env['PATH'] },
    encoding: 'utf8',
  });
  return { status, out: stdout };
}

test('the functions record tool calls under the tool’s name', () => {
  const ran = run(`hookloom_session_start
hookloom_command sh -c 'exit 3' || echo "ended with $?"
hookloom_file_edit "a b.ts" --operation created
hookloom_transcript_turn user "It's done."`);
  expect(ran).toEqual({ status: 0, out: 'ended with 3\n' });
  const log = fs.readFileSync(path.join(root, '.eventloom', 'demo-default.jsonl'), 'utf8');
  const events = log
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter(({ type }) => type !== 'memory.reminder.suggested');
  expect(events.map(({ type }) => type)).toEqual([
    'hook.session_started',
    'command.completed',
    'file.edit.applied',
    'transcript.turn',
  ]);
  expect(new Set(events.map(({ payload }) => payload.source))).toEqual(new Set(['my tool']));
  expect(events[1].payload).toMatchObject({ command: 'sh -c exit 3', exit_code: 3 });
  expect(events[2].payload).toMatchObject({ path: 'a b.ts', operation: 'created' });
});

test('the work continues if nothing can be recorded', () => {
  const nowhere = { ...ownFiles(), node: '/nowhere/node' };
  expect(run('hookloom_command echo done\nhookloom_stop\necho end', nowhere)).toEqual({
    status: 0,
    out: 'done\nend\n',
  });
});
