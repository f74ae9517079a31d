import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mayRunLine, mayRunWords, ownVariables } from './may-run.ts';

const NODE = process.execPath;
let top: string;
let asked: Parameters<typeof mayRunLine>[2];
let project: string;

beforeAll(() => {
  top = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-may-')));
  for (const file of ['own/bin/hookloom.cjs', 'own/dist/hook.cjs', 'p/dist/hook.cjs', 'p/node']) {
    fs.mkdirSync(path.dirname(path.join(top, file)), { recursive: true });
    fs.writeFileSync(path.join(top, file), '', { mode: 0o755 });
  }
  project = path.join(top, 'p/.claude/settings.json');
  asked = {
    own: { version: '1', bin: path.join(top, 'own/bin/hookloom.cjs') },
    place: { root: path.join(top, 'p'), home: top, env: { PATH: '' }, platform: 'linux' },
  };
});
afterAll(() => fs.rmSync(top, { recursive: true, force: true }));

const verdict = (line: string): string => {
  const may = mayRunLine(line.replaceAll('TOP', top).replaceAll('THIS', NODE), project, asked);
  return may.ok ? 'ok' : may.reason;
};

describe('from a settings file of the workspace', () => {
  it.each([
    'NODE_EXTRA_CA_CERTS= THIS TOP/own/dist/hook.cjs hook claude-code --session-id p-default',
    "THIS 'TOP/own/dist/hook.cjs' hook claude-code --eventloom-path '/with $ and ;/.eventloom'",
    'TOP/own/bin/hookloom.cjs hook-event stop',
  ])('starts our own call: %s', (line) => {
    expect(verdict(line)).toBe('ok');
  });

  it.each([
    ['THIS TOP/own/dist/hook.cjs hook claude-code; touch x', 'is more than a call'],
    ['THIS TOP/own/dist/hook.cjs hook claude-code > x', 'is more than a call'],
    ['THIS TOP/own/dist/hook.cjs hook "$(touch x)"', 'is more than a call'],
    ['THIS TOP/own/dist/hook.cjs hook `touch x`', 'is more than a call'],
    ['touch x\nTHIS TOP/own/dist/hook.cjs hook claude-code', 'is more than a call'],
    ['THIS --require=./x.js TOP/own/dist/hook.cjs hook claude-code', 'is more than a call'],
    ['NODE_OPTIONS=--require=./x.js THIS TOP/own/dist/hook.cjs hook codex', 'is more than a call'],
    ['THIS TOP/p/dist/hook.cjs hook claude-code', 'calls another installation'],
    ['THIS TOP/own/../p/dist/hook.cjs hook claude-code', 'calls another installation'],
    ['THIS dist/hook.cjs hook claude-code', 'calls another installation'],
    ['hookloom hook claude-code', 'calls another installation'],
    ['TOP/p/node TOP/own/dist/hook.cjs hook claude-code', 'calls another Node'],
    [`THIS TOP/own/dist/hook.cjs hook "'$(touch x)'"`, 'is more than a call'],
    [`THIS TOP/own/dist/hook.cjs hook "a'b" ; touch x "c'd"`, 'is more than a call'],
    ['touch x', 'is not our own call'],
  ])('does not start %s, because it %s', (line, reason) => {
    expect(verdict(line)).toBe(reason);
  });

  it('does not start a server named zaxy that is another program, and no variable loads one', () => {
    expect(mayRunWords(['/bin/sh', '-c', 'touch x'], project, asked).ok).toBe(false);
    const env = { ZAXY_DOMAIN: 'shop', NODE_OPTIONS: '--require=./x.js', PATH: '.' };
    expect(ownVariables(env, project, asked)).toEqual({ ZAXY_DOMAIN: 'shop' });
  });
});

it('starts what the user wrote in a file of their own', () => {
  const own = path.join(top, '.claude/settings.json');
  expect(mayRunLine('uvx zaxy hook-event stop', own, asked)).toEqual({ ok: true });
});
