import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildProgram, endPrograms, startProgram, until } from '../process/program.fixture.ts';
import {
  bumpStopBlocks,
  bumpTurn,
  resetStopBlocks,
  stopBlocks,
  turnNumber,
  privateStateDir,
  sessionDir,
} from './state-dir.ts';
import { claimOnce, hasRunOnce, releaseOnce } from './once.ts';
import { loadSessionEnv, saveSessionEnv } from '../engine/session-environment.ts';
import { stateDirPath } from '@hookloom/core/settings';

let base: string;
let session: string;
beforeEach(() => {
  base = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-state-'));
  fs.chmodSync(base, 0o700);
  session = sessionDir(base, 'codex', '/p', 's1');
});
afterEach(() => {
  endPrograms();
  fs.rmSync(base, { recursive: true, force: true });
});

it('exactly one of 200 processes claims a run', async () => {
  const claimer = await buildProgram(
    base,
    'claim',
    `import fs from 'node:fs';
    import { claimOnce } from 'src/state/once.ts';
    fs.appendFileSync(process.argv[3], claimOnce(process.argv[2], 'sha256:x') + '\\n');`,
  );
  const told = path.join(base, 'told');
  const lines = (): string[] =>
    fs.existsSync(told) ? fs.readFileSync(told, 'utf8').split('\n').slice(0, -1) : [];
  for (let wave = 1; wave <= 10; wave++) {
    for (let at = 0; at < 20; at++) startProgram(claimer, [session, told]);
    await until(() => lines().length === wave * 20);
  }
  expect(lines().filter((line) => line === 'claimed')).toHaveLength(1);
  expect(lines().filter((line) => line === 'taken')).toHaveLength(199);
  expect(hasRunOnce(session, 'sha256:x')).toBe(true);
});

it('processes that count at the same time lose no turn', async () => {
  const counter = await buildProgram(
    base,
    'count',
    `import { bumpTurn } from 'src/state/state-dir.ts';
    for (let turn = 0; turn < 50; turn++) bumpTurn(process.argv[2]);`,
  );
  const children = Array.from({ length: 6 }, () => startProgram(counter, [session]));
  await until(() => children.every(({ exitCode }) => exitCode === 0));
  expect(turnNumber(session)).toBe(300);
});

it('a claim is for its handler and its session, and is released if nothing was started', () => {
  expect([claimOnce(session, 'a'), claimOnce(session, 'a'), claimOnce(session, 'b')]).toEqual([
    'claimed',
    'taken',
    'claimed',
  ]);
  expect(claimOnce(sessionDir(base, 'codex', '/p', 's2'), 'a')).toBe('claimed');
  releaseOnce(session, 'a');
  expect(claimOnce(session, 'a')).toBe('claimed');
});

it('counters count, and only the consecutive one is reset', () => {
  for (let turn = 0; turn < 3; turn++) bumpTurn(session);
  bumpStopBlocks(session);
  expect([turnNumber(session), stopBlocks(session)]).toEqual([3, 1]);
  resetStopBlocks(session);
  expect([turnNumber(session), stopBlocks(session)]).toEqual([3, 0]);
});

it('session variables are private', () => {
  saveSessionEnv(session, { A: 'x' });
  expect(loadSessionEnv(session)).toEqual({ A: 'x' });
  expect(fs.statSync(path.join(session, 'env.json')).mode & 0o777).toBe(0o600);
  fs.writeFileSync(path.join(session, 'env.json'), '{"A": 1, "B": "y"');
  expect(loadSessionEnv(session)).toEqual({});
});

it('the state folder is private, and one that is open to others is refused', () => {
  const open = path.join(base, 'open');
  fs.mkdirSync(open, { mode: 0o777 });
  fs.chmodSync(open, 0o777);
  expect(() => privateStateDir({ HOOKLOOM_STATE_DIR: open })).toThrow('not a private folder');
  const link = path.join(base, 'link');
  fs.symlinkSync(base, link);
  expect(() => privateStateDir({ HOOKLOOM_STATE_DIR: link })).toThrow('not a private folder');
  expect(privateStateDir({ XDG_STATE_HOME: base })).toBe(path.join(base, 'hookloom'));
  expect(() => privateStateDir({ HOOKLOOM_STATE_DIR: '/dev/null/state' })).toThrow(
    expect.objectContaining({ code: 'permission_denied' }),
  );
});

it('closes a state folder of the user that others could only read', () => {
  const dir = path.join(base, 'readable');
  fs.mkdirSync(dir);
  fs.chmodSync(dir, 0o755);
  expect(privateStateDir({ HOOKLOOM_STATE_DIR: dir })).toBe(dir);
  expect(fs.statSync(dir).mode & 0o777).toBe(0o700);
});

it('the environment sets the location of the state, otherwise the home folder', () => {
  const home = { HOME: '/home/dev' };
  expect(stateDirPath({ ...home, HOOKLOOM_STATE_DIR: '/s', XDG_STATE_HOME: '/x' })).toBe('/s');
  expect(stateDirPath({ ...home, XDG_STATE_HOME: '/x' })).toBe('/x/hookloom');
  const usual = '/home/dev/.local/state/hookloom';
  expect(stateDirPath({ ...home, HOOKLOOM_STATE_DIR: 'here', XDG_STATE_HOME: '' })).toBe(usual);
  expect(stateDirPath({})).toBe(`${os.homedir()}/.local/state/hookloom`);
});

it('removes sessions that were not resumed when a new one begins', () => {
  const other = sessionDir(base, 'codex', '/p', 's2');
  fs.utimesSync(session, new Date(0), new Date(0));
  sessionDir(base, 'codex', '/p', 's2');
  expect(fs.existsSync(session)).toBe(true);
  const newer = sessionDir(base, 'codex', '/p', 's3');
  expect([session, other, newer].map((dir) => fs.existsSync(dir))).toEqual([false, true, true]);
});

it('a once handler does not run if nothing can be written, and a turn stops no hook', () => {
  const blocked = path.join(base, 'file');
  fs.writeFileSync(blocked, '');
  expect(claimOnce(blocked, 'a')).toBe('taken');
  expect(() => bumpTurn(blocked)).not.toThrow();
  expect(() => bumpStopBlocks(blocked)).toThrow('ENOTDIR');
});

it('a session id that would leave the folder stays inside', () => {
  const dir = sessionDir(base, 'codex', '/p', '../../../etc');
  expect(path.dirname(dir)).toBe(path.join(base, 'sessions'));
});
