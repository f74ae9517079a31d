import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listenFake, programFake, type FakeState } from '@hookloom/hooks/testing';
import { BIN } from './command-line.ts';
import { freshFolder, type Folder } from './folder.ts';

const RECORDING = path.resolve(
  'packages/hooks/src/clients/codex/app-server/fixtures/approvals.jsonl',
);

let folder: Folder;
beforeEach(() => {
  folder = freshFolder();
});
afterEach(() => folder.remove());

/** Runs `hooks attach` against a server in this process. */
async function attach(args: readonly string[], PATH: string): Promise<string> {
  const child = spawn(process.execPath, [BIN, 'hooks', 'attach', 'Run it.', ...args], {
    cwd: folder.path,
    env: { PATH, HOME: folder.path, ZAXY_DOMAIN: 'shop', HOOKLOOM_WORKER_AUTOSTART: 'false' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  const status = await new Promise((resolve) => child.on('close', resolve));
  expect({ status, said }).toEqual({ status: 0, said });
  return said;
}

/** A program called `codex`, which starts the recorded server. */
async function overStdio(args: readonly string[]): Promise<FakeState> {
  const fake = await programFake(folder.path, RECORDING);
  const program = path.join(folder.path, 'codex');
  const words = fake.argv.map((word) => JSON.stringify(word)).join(' ');
  fs.writeFileSync(program, `#!/bin/sh\nexec ${words}\n`, { mode: 0o755 });
  await attach(args, `${folder.path}:${process.env['PATH']}`);
  return fake.state();
}

async function overWebSocket(args: readonly string[]): Promise<FakeState> {
  const fake = await listenFake(RECORDING);
  try {
    await attach([...args, '--url', fake.url], process.env['PATH'] ?? '');
  } finally {
    await fake.close();
  }
  return fake.state;
}

const answersOf = ({ seen }: FakeState): unknown[] =>
  seen.filter((message) => message['method'] === undefined).map(({ result }) => result);

describe.each([
  ['an app-server that it starts', overStdio],
  ['an app-server that listens', overWebSocket],
])('hooks attach with %s', (_what, run) => {
  it.each(['accept', 'decline'])('gives the answer of --no-opinion %s', async (word) => {
    expect(answersOf(await run(['--no-opinion', word]))).toEqual([{ decision: word }]);
  });

  it('declines without the option if nobody can be asked', async () => {
    expect(answersOf(await run([]))).toEqual([{ decision: 'decline' }]);
  });
});

it('records a hook’s answer to an approval, and the parts that Codex does not accept', async () => {
  fs.mkdirSync(path.join(folder.path, '.hookloom'));
  folder.write(
    '.hookloom/hooks.toml',
    `[[hooks.pre_tool_use]]\ncommand = "echo '{\\"decision\\":\\"block\\",\\"reason\\":\\"not here\\"}'"\n`,
  );
  const state = await overWebSocket([]);
  expect(answersOf(state)).toEqual([{ decision: 'decline' }]);
  const events = folder.read('.eventloom/shop-default.jsonl').trimEnd().split('\n');
  const run = events
    .map((line) => JSON.parse(line) as { type: string; payload: object })
    .find(({ type }) => type === 'hook.run.completed');
  expect(run?.payload).toMatchObject({
    decision: 'deny',
    losses: [{ field: 'reason', survival: 'lost' }],
  });
});
