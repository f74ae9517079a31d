/**
 * Real shells with our scripts loaded: the candidates they offer, and that they execute no part of the command line.
 */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BIN } from './command-line.ts';

let base: string;
let work: string;
beforeAll(() => {
  base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-shell-')));
  work = path.join(base, 'work');
  for (const dir of ['work/my files/deep', 'work/docs', 'bin', 'home'])
    fs.mkdirSync(path.join(base, dir), { recursive: true });
  fs.writeFileSync(path.join(work, 'my notes.txt'), '');
  fs.writeFileSync(path.join(work, 'doc.md'), '');
  const program = path.join(base, 'bin', 'hookloom');
  fs.writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${BIN}" "$@"\n`, {
    mode: 0o755,
  });
});
afterAll(() => fs.rmSync(base, { recursive: true, force: true }));

function run(program: string, args: string[]): string {
  const ran = spawnSync(program, args, {
    cwd: work,
    encoding: 'utf8',
    input: '',
    env: {
      PATH: `${path.join(base, 'bin')}:${process.env['PATH'] ?? ''}`,
      HOME: path.join(base, 'home'),
      TERM: 'dumb',
    },
  });
  expect(ran.stderr).toBe('');
  return ran.stdout;
}

const has = (shell: string, args = ['--version']): boolean => spawnSync(shell, args).status === 0;
const script = (shell: string): string => {
  const file = path.join(base, `completion.${shell}`);
  fs.writeFileSync(file, run('hookloom', ['completion', shell]));
  return file;
};
const sorted = (text: string): string[] => text.split('\n').filter(Boolean).toSorted();

/** The command line as typed so far, and the expected candidates. */
const OFFERS: [typed: string[], offered: string[]][] = [
  [['hookloom', 'hook-s'], ['hook-status']],
  [['hookloom', 'memory', 'che'], ['checkout']],
  [
    ['hookloom', 'doctor', '--client', 'cl'],
    ['claude-code', 'claude-desktop'],
  ],
  [['hookloom', 'init', '--preset', 'local-g'], ['local-gemini']],
  [['hookloom', 'ide-config', 'codex', '--codex-config-scope', 'p'], ['project']],
  [['hookloom', 'hooks', 'cop'], ['copilot']],
];

describe.runIf(has('bash'))('bash', () => {
  /** Readline breaks words at an equals sign. */
  const offers = (typed: string[]): string[] => {
    const words = typed.flatMap((word) => word.split(/(?==)|(?<==)/));
    const asked = words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
    const lines = [
      `source '${script('bash')}'`,
      `COMP_WORDS=(${asked})`,
      `COMP_CWORD=${words.length - 1}`,
      '_hookloom_complete 2>/dev/null',
      '((${#COMPREPLY[@]})) && printf "%s\\n" "${COMPREPLY[@]}"; true',
    ];
    return sorted(run('bash', ['--norc', '-c', lines.join('\n')]));
  };

  it.each(OFFERS)('completes %j', (typed, offered) => {
    expect(offers(typed)).toEqual(offered);
  });

  it('completes folder names for a folder, and file names for a file', () => {
    const folders = ['docs', 'my files'];
    expect(offers(['hookloom', 'init', ''])).toEqual(folders);
    expect(offers(['hookloom', 'doctor', '--project-root', 'my'])).toEqual(['my files']);
    expect(offers(['hookloom', 'doctor', '--project-root=my'])).toEqual(['my files']);
    expect(offers(['hookloom', 'doctor', '--project-root='])).toEqual(folders);
    expect(offers(['hookloom', 'memory', 'log', '--json', '--eventloom-path', ''])).toEqual(
      folders,
    );
    expect(offers(['hookloom', 'memory', 'append', 'a.b', '--payload-file', 'd'])).toEqual([
      'doc.md',
      'docs',
    ]);
    expect(offers(['hookloom', 'verify', 'my'])).toEqual(['my files', 'my notes.txt']);
    expect(offers(['hookloom', 'memory', 'query', ''])).toEqual([]);
  });

  it('executes no part of the command line', () => {
    offers(['hookloom', 'memory', 'remember', '$(touch ran)', '`touch ran`', '; touch ran', '']);
    expect(fs.existsSync(path.join(work, 'ran'))).toBe(false);
  });

  it('can be loaded twice', () => {
    const file = script('bash');
    expect(run('bash', ['--norc', '-c', `source '${file}' && source '${file}' && echo well`])).toBe(
      'well\n',
    );
  });
});

describe.runIf(has('zsh'))('zsh', () => {
  /** zsh completes inside its line editor, so the test prints the candidates that the editor would receive. */
  const offers = (typed: string[]): string[] => {
    const asked = typed.map((word) => `'${word}'`).join(' ');
    const lines = [
      'compdef() { : }',
      '_describe() { print -l -- ${(P)argv[-1]%%:*} }',
      '_files() { [[ $1 == -/ ]] && print folders || print files }',
      'compset() { print "behind $2" }',
      `source '${script('zsh')}'`,
      `words=(${asked}); CURRENT=${typed.length}; PREFIX=$words[-1]`,
      '_hookloom',
    ];
    return sorted(run('zsh', ['-f', '-c', lines.join('\n')]));
  };

  it.each(OFFERS)('completes %j', (typed, offered) => {
    expect(offers(typed)).toEqual(offered);
  });

  it('completes folder names for a folder, and file names for a file', () => {
    expect(offers(['hookloom', 'init', ''])).toEqual(['folders']);
    expect(offers(['hookloom', 'doctor', '--project-root=my'])).toEqual(['behind *=', 'folders']);
    expect(offers(['hookloom', 'verify', ''])).toEqual(['files']);
  });

  it('executes no part of the command line', () => {
    offers(['hookloom', 'memory', 'remember', '$(touch ran)', '`touch ran`', '']);
    expect(fs.existsSync(path.join(work, 'ran'))).toBe(false);
  });
});

describe.runIf(has('fish'))('fish', () => {
  const offers = (line: string): string[] => {
    const lines = `source '${script('fish')}'; complete --do-complete '${line}'`;
    return sorted(run('fish', ['--no-config', '-c', lines])).map((row) => row.split('\t')[0]!);
  };

  it.each(OFFERS)('completes %j', (typed, offered) => {
    expect(offers(typed.join(' '))).toEqual(offered);
  });

  // fish completes paths with its own functions, which need a complete installation.
  const isWhole = has('fish', ['-c', 'functions -q __fish_complete_directories']);
  it.runIf(isWhole)('completes folder names for a folder, and file names for a file', () => {
    expect(offers('hookloom init ')).toEqual(['docs/', 'my files/']);
    expect(offers('hookloom doctor --project-root=do')).toEqual(['--project-root=docs/']);
    expect(offers('hookloom verify do')).toEqual(['doc.md', 'docs/']);
  });

  it('executes no part of the command line', () => {
    offers('hookloom memory remember "$(touch ran)" ');
    expect(fs.existsSync(path.join(work, 'ran'))).toBe(false);
  });
});
