import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import {
  createEnvFile,
  prefixCommand,
  readEnvFile,
  removeEnvFile,
  renderShellExports,
} from './env-file.ts';

const made: string[] = [];
afterEach(() => {
  for (const file of made.splice(0)) removeEnvFile(file);
});
function withText(text: string): ReturnType<typeof readEnvFile> {
  const file = createEnvFile();
  made.push(file);
  fs.appendFileSync(file, text);
  return readEnvFile(file);
}

it('the file is private and its name cannot be guessed', () => {
  const [one, other] = [createEnvFile(), createEnvFile()];
  made.push(one, other);
  expect(fs.statSync(one).mode & 0o777).toBe(0o600);
  expect(one).not.toBe(other);
  expect(one).toMatch(/[0-9a-f]{32}\.env$/);
});

it('reads both ways of writing a variable', () => {
  expect(
    withText(
      '# setup\nMY_SESSION_VAR=value\nLOG_FILE=/tmp/a b.log\nexport A=\'it is\'\nexport B="a \\"b\\" \\$c"\n\n',
    ),
  ).toEqual({
    variables: { MY_SESSION_VAR: 'value', LOG_FILE: '/tmp/a b.log', A: 'it is', B: 'a "b" $c' },
    problems: [],
  });
});

it.each([
  'PATH=/evil',
  'LD_PRELOAD=/x.so',
  'NODE_OPTIONS=--require=x',
  'export BASH_ENV=/x',
  'HOOKLOOM_HOOK_DEPTH=0',
  'GIT_SSH_COMMAND=evil',
  'npm_config_script_shell=evil',
  'PYTHONBREAKPOINT=evil',
  'export BASH_FUNC_ls=evil',
])('refuses the dangerous %s with its name and without its value', (line) => {
  const { variables, problems } = withText(`${line}\n`);
  expect(variables).toEqual({});
  expect(problems).toHaveLength(1);
  expect(problems[0]).not.toContain('evil');
});

it('a user may allow a dangerous name', () => {
  const file = createEnvFile();
  made.push(file);
  fs.appendFileSync(file, 'PATH=/opt/bin\n');
  expect(readEnvFile(file, ['PATH']).variables).toEqual({ PATH: '/opt/bin' });
});

it('does not read a file that is too large or was replaced by a link', () => {
  const file = createEnvFile();
  made.push(file);
  fs.rmSync(file);
  fs.symlinkSync('/etc/passwd', file);
  expect(readEnvFile(file).variables).toEqual({});
  expect(withText(`A=${'x'.repeat(70_000)}\n`).variables).toEqual({});
});

it('a pipe in place of the file blocks nothing', () => {
  const file = createEnvFile();
  made.push(file);
  fs.rmSync(file);
  execFileSync('mkfifo', [file]);
  expect(readEnvFile(file)).toEqual({
    variables: {},
    problems: ['The environment file is no plain small file.'],
  });
});

it('reads the file after a hook rewrote it, and reports that a hook removed it', () => {
  const file = createEnvFile();
  made.push(file);
  fs.writeFileSync(`${file}.new`, 'A=b\n');
  fs.renameSync(`${file}.new`, file);
  expect(readEnvFile(file).variables).toEqual({ A: 'b' });
  fs.rmSync(file);
  expect(readEnvFile(file).problems).toHaveLength(1);
});

it('reports variables above the limit, and does not set them', () => {
  const text = Array.from({ length: 300 }, (_, at) => `V${at}=x`).join('\n');
  const { variables, problems } = withText(`${text}\nV0=last\n`);
  expect(Object.keys(variables)).toHaveLength(256);
  expect(variables['V0']).toBe('last');
  expect(problems).toHaveLength(44);
});

it('removes only what was made for it', () => {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-keep-'));
  fs.writeFileSync(path.join(dir, 'mine.env'), '');
  removeEnvFile(path.join(dir, 'mine.env'));
  expect(fs.readdirSync(dir)).toEqual(['mine.env']);
  fs.rmSync(dir, { recursive: true });
});

it('never renders a name that is a command', () => {
  const variables = { 'A;touch pwned;B': 'x', OK: 'y' };
  expect(renderShellExports(variables)).toBe("export OK='y'\n");
  expect(prefixCommand('make', variables)).toBe("export OK='y'; make");
});

it('removes the file and its folder afterwards', () => {
  const file = createEnvFile();
  removeEnvFile(file);
  expect(fs.existsSync(file)).toBe(false);
});

const value = fc.string().filter((text) => !text.includes('\0'));

it('a shell that sources any value gets that value and runs nothing', () => {
  fc.assert(
    fc.property(value, (text) => {
      const script = `${renderShellExports({ A: text })}printf '%s.' "$A"`;
      expect(execFileSync('sh', ['-c', script], { encoding: 'utf8' })).toBe(
        `${text.toWellFormed()}.`,
      );
    }),
    { numRuns: 60 },
  );
});

it('puts variables before a command once, and never twice', () => {
  const once = prefixCommand('make all', { A: "it's", B: 'x' });
  expect(once).toBe(String.raw`export A='it'\''s' B='x'; make all`);
  expect(prefixCommand(once, { A: "it's", B: 'x' })).toBe(once);
  expect(prefixCommand('make', {})).toBe('make');
});
