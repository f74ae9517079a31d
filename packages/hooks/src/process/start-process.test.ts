import { describe, expect, it } from 'vitest';
import { programOf } from './start-process.ts';

const shell = (command: string, windows?: string) => ({
  kind: 'shell' as const,
  command,
  ...(windows === undefined ? {} : { windows }),
});

describe('a command given as one text', () => {
  it('goes to sh unchanged', () => {
    const action = shell(`echo "a b" && exit 2`);
    expect(programOf({ action, cwd: '/p', env: {} }, 'linux')).toEqual({
      file: '/bin/sh',
      args: ['-c', 'echo "a b" && exit 2'],
      verbatim: false,
    });
  });

  it('goes to cmd /C on Windows, with the inner quotes unchanged', () => {
    const action = shell(`echo "a b" & exit 2`);
    expect(programOf({ action, cwd: 'C:\\p', env: {} }, 'win32')).toEqual({
      file: 'cmd.exe',
      args: ['/d', '/s', '/c', '"echo "a b" & exit 2"'],
      verbatim: true,
    });
  });

  it("uses Windows's configured shell, and the command for Windows", () => {
    const action = shell('ls', 'dir');
    const env = { ComSpec: 'C:\\Windows\\system32\\cmd.exe' };
    expect(programOf({ action, cwd: 'C:\\p', env }, 'win32')).toMatchObject({
      file: 'C:\\Windows\\system32\\cmd.exe',
      args: ['/d', '/s', '/c', '"dir"'],
    });
    expect(programOf({ action, cwd: '/p', env }, 'darwin').args).toEqual(['-c', 'ls']);
  });
});

describe('a command given as a list', () => {
  it('starts without a shell: a path from the folder of the hook, a bare name unchanged', () => {
    const started = (...argv: [string, ...string[]]) =>
      programOf({ action: { kind: 'argv', argv }, cwd: '/p', env: {} }, 'linux');
    expect(started('./check.sh', '$HOME')).toMatchObject({ file: '/p/check.sh', args: ['$HOME'] });
    expect(started('bash', './check.sh')).toMatchObject({ file: 'bash', args: ['./check.sh'] });
  });
});
