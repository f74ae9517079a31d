/** Runs the complete example of the hook language reference unchanged. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { EXAMPLES } from '../src/reference/hook-language-examples.ts';
import { BIN } from './command-line.ts';
import { freshFolder, type Folder } from './folder.ts';

let folder: Folder;
beforeEach(() => {
  folder = freshFolder();
});
afterEach(() => folder.remove());

it('the example of a guard refuses the call in the words on the page', () => {
  const project = path.join(folder.path, 'shop');
  fs.mkdirSync(path.join(project, '.hookloom'), { recursive: true });
  fs.mkdirSync(path.join(project, '.eventloom'));
  fs.writeFileSync(path.join(project, '.hookloom/check.sh'), EXAMPLES.script);
  fs.writeFileSync(path.join(project, '.hookloom/hooks.toml'), EXAMPLES.entry);
  const bin = path.join(folder.path, 'bin');
  fs.mkdirSync(bin);
  fs.writeFileSync(
    path.join(bin, 'hookloom'),
    `#!/bin/sh\nexec "${process.execPath}" "${BIN}" "$@"\n`,
    { mode: 0o755 },
  );
  const { stdout } = spawnSync('sh', ['-c', EXAMPLES.run], {
    cwd: project,
    env: { PATH: `${bin}:${process.env['PATH']}`, HOME: folder.path, ZAXY_DOMAIN: 'shop' },
    encoding: 'utf8',
  });
  expect(stdout.trim()).toBe(EXAMPLES.answer);
});

it('the example of variables writes one line for the session', () => {
  const file = path.join(folder.path, 'env');
  fs.writeFileSync(file, '');
  spawnSync('sh', ['-c', EXAMPLES.variables], {
    env: { PATH: process.env['PATH'] ?? '', CLAUDE_ENV_FILE: file },
    input: '{}',
  });
  expect(fs.readFileSync(file, 'utf8')).toBe('API_URL=http://localhost:8080\n');
});
