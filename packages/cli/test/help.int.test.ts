import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CLIENT_NAMES } from '@hookloom/core/hook';
import { commandTable, loadAllCommands } from '../src/commands/index.ts';
import { createOutput } from '../src/output/output.ts';
import * as commands from '../src/commands/index.ts';
import { runCommandLine } from '../src/run-command-line.ts';
import { BIN, startCommand } from './command-line.ts';
import { freshFolder, type Folder } from './folder.ts';

let folder: Folder;
beforeEach(() => {
  folder = freshFolder();
});
afterEach(() => folder.remove());

/** Runs in this process, because a new one for each command would only start Node again. */
async function helpOf(name: string, columns = 80): Promise<{ status: number; stdout: string }> {
  let stdout = '';
  const sink = {
    write: (chunk: string) => {
      stdout += chunk;
      return true;
    },
    once: () => undefined,
    columns,
  };
  const out = await createOutput(sink, sink, {});
  const context = {
    cwd: folder.path,
    env: { HOME: folder.path },
    out,
    stdin: process.stdin,
    isInteractive: false,
    now: Date.now,
  };
  const status = await runCommandLine(
    [...name.split(' ').filter(Boolean), '--help'],
    context,
    commands,
  );
  return { status, stdout };
}

describe('help', () => {
  it('lists every command', async () => {
    const { status, stdout } = await folder.run(['--help']);
    expect(status).toBe(0);
    expect((await folder.run([])).stdout).toBe(stdout);
    const shown = new Map<string, string>();
    for (const { name, hidden } of await loadAllCommands()) {
      const [group = ''] = name.split(' ');
      if (name !== group && !shown.has(group)) shown.set(group, (await helpOf(group)).stdout);
      const where = name === group ? stdout : shown.get(group);
      if (hidden !== true) expect(where).toContain(`  ${name.split(' ').at(-1)}`);
    }
  });

  it('says what every command and group of commands is for', async () => {
    const { stdout } = await helpOf('');
    expect(stdout.split('\n').filter((line) => /^ {2}\S+( <\w+>)?$/.test(line))).toEqual([]);
  });

  it('is printed for a group of commands without a subcommand, and named for an unknown one', async () => {
    for (const group of ['memory', 'share', 'projects']) {
      const { status, stdout } = await folder.run([group]);
      expect({ status, stdout }).toEqual(await helpOf(group));
      expect(stdout).toContain('Commands:');
      expect((await folder.run([group, 'lisst'])).stderr).toContain(`hookloom ${group} --help`);
    }
  });

  it.each(['hook', 'hooks run'])('names every client that %s accepts', async (name) => {
    const { stdout } = await helpOf(name);
    for (const client of CLIENT_NAMES) expect(stdout).toContain(client);
  });

  for (const { name } of commandTable) {
    it(`explains ${name} with an example, in 80 columns`, async () => {
      const { status, stdout } = await helpOf(name);
      expect(status).toBe(0);
      expect(stdout).toContain(`Usage: hookloom ${name}`);
      expect(stdout).toContain('Examples:');
      const [text = ''] = stdout.split('Examples:');
      for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
    });
  }

  it('fits into 60 columns', async () => {
    for (const name of ['', 'memory', 'projects', 'init']) {
      const { stdout } = await helpOf(name, 60);
      const [text = ''] = stdout.split('Examples:');
      expect(text.split('\n').filter((line) => line.length > 60)).toEqual([]);
      expect(text).not.toContain('display help');
    }
  });

  it('creates no file', async () => {
    for (const name of ['init', 'memory checkout', 'up'])
      await folder.run([...name.split(' '), '--help']);
    expect(folder.snapshot()).toEqual({});
  });

  for (const name of ['init', 'memory query', 'capture start'])
    it(`is the same for \`help ${name}\` and \`${name} --help\``, async () => {
      const words = name.split(' ');
      expect((await folder.run(['help', ...words])).stdout).toBe(
        (await folder.run([...words, '--help'])).stdout,
      );
    });
});

describe('the definitions', () => {
  it('define every option that commander knows', async () => {
    for (const { name, options } of await loadAllCommands()) {
      for (const [key, { flags }] of Object.entries(options)) {
        const long = /--([a-z-]+)/.exec(flags)?.[1] ?? '';
        const camel = long.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
        expect([name, key]).toEqual([name, camel]);
      }
    }
  });
});

describe('--version', () => {
  it('prints the version of the package', async () => {
    const { version } = JSON.parse(
      fs.readFileSync(path.resolve('packages/cli/package.json'), 'utf8'),
    );
    expect(startCommand(folder, ['--version'])).toEqual({
      status: 0,
      stdout: `${version}\n`,
      stderr: '',
    });
  });
});

describe('completion', () => {
  for (const shell of ['bash', 'zsh', 'fish']) {
    it(`prints a script for ${shell}, for both names of the command`, async () => {
      for (const name of ['hookloom', 'zaxy']) {
        const { status, stdout } = await folder.run(['completion', shell, '--name', name]);
        expect(status).toBe(0);
        expect(stdout).toContain(`${name} complete --`);
      }
    });
  }

  it('prints a script that bash can parse', async () => {
    const { stdout } = await folder.run(['completion', 'bash']);
    expect(spawnSync('bash', ['-n'], { input: stdout, encoding: 'utf8' })).toMatchObject({
      status: 0,
      stderr: '',
    });
  });

  it('completes commands, subcommands, options and their choices', async () => {
    const offers = (...words: string[]) =>
      startCommand(folder, ['complete', '--', ...words]).stdout;
    expect(offers('ver')).toContain('verify');
    expect(offers('memory', 'ch')).toContain('checkout');
    expect(offers('verify', '--inc')).toContain('--incremental');
    expect(offers('serve', '--profile', '')).toContain('full');
  });
});

describe('a pipe that is closed early', () => {
  it('is not an error', () => {
    const script = `"${process.execPath}" "${BIN}" --help | head -n 1; echo "\${PIPESTATUS[0]}"`;
    const { stdout, stderr } = spawnSync('bash', ['-c', script], { encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(stdout.trim().split('\n').at(-1)).toBe('0');
  });
});
