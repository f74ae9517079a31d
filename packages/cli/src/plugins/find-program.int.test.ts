import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findProgramScript } from './find-program.ts';

let home: string;
let script: string;
beforeEach(() => {
  home = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-plugin-')));
  const bin = folder('bin');
  for (const name of ['node', 'hookloom'])
    fs.writeFileSync(path.join(bin, name), '#!/bin/sh\necho "$CLAUDE_PROJECT_DIR:$PWD"\n', {
      mode: 0o755,
    });
  script = path.join(home, 'hookloom.sh');
  fs.writeFileSync(script, findProgramScript(null));
});
afterEach(() => fs.rmSync(home, { recursive: true, force: true }));

function folder(...names: string[]): string {
  const dir = path.join(home, ...names);
  fs.mkdirSync(dir, { recursive: true });
  return dir;
}

/** The project that the program is told, and the folder it stands in. */
function told(client: string, cwd: string, env: Record<string, string> = {}): string[] {
  const { stdout } = spawnSync('/bin/sh', [script, 'hook', client], {
    cwd,
    env: { PATH: `${path.join(home, 'bin')}:/usr/bin:/bin`, HOME: home, ...env },
    input: '{}',
    encoding: 'utf8',
  });
  return stdout.trim().split(':');
}

it('the hooks of a plugin that run below a project are those of the project', () => {
  const shop = folder('shop');
  folder('shop', '.git');
  folder('shop', '.eventloom');
  const below = folder('shop', 'src', 'my till');
  expect(told('claude-code', below, { CLAUDE_PROJECT_DIR: below })).toEqual([shop, below]);
  // Codex does not know the variable: what stands in it came from another client.
  expect(told('codex', below, { CLAUDE_PROJECT_DIR: '/other' })).toEqual(['/other', shop]);
  expect(told('claude-code', shop, { CLAUDE_PROJECT_DIR: shop })).toEqual([shop, shop]);
});

it('a repository, the home folder, a link and a log that is named are ends of the search', () => {
  folder('.eventloom');
  const alone = folder('alone', 'src');
  expect(told('codex', alone)).toEqual(['', alone]);
  folder('shop', '.eventloom');
  folder('shop', 'nested', '.git');
  const nested = folder('shop', 'nested', 'src');
  expect(told('codex', nested)).toEqual(['', nested]);
  const linked = folder('shop', 'linked', 'src');
  fs.symlinkSync(folder('elsewhere'), path.join(home, 'shop', 'linked', '.eventloom'));
  expect(told('codex', linked)).toEqual(['', linked]);
  const named = folder('shop', 'src');
  expect(told('codex', named, { EVENTLOOM_PATH: '.eventloom' })).toEqual(['', named]);
  // A folder of Windows, and what is none at all.
  expect(told('claude-code', named, { CLAUDE_PROJECT_DIR: 'shop' })).toEqual(['shop', named]);
});
