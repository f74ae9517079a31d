import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HookloomError, ownCall, shellQuote } from '@hookloom/core';
import { isOurCommand } from '@hookloom/hooks/clients';
import { hookCommand } from './own-files.ts';

test('a hook command contains the full paths of node and of the hook file', () => {
  const files = { node: '/opt/no de/node', bin: '/b', hook: '/opt/hook.cjs', recording: '/r' };
  expect(hookCommand(files, ['hook', 'claude-code', '--session-id', 's'], 'linux')).toBe(
    "NODE_EXTRA_CA_CERTS= '/opt/no de/node' /opt/hook.cjs hook claude-code --session-id s",
  );
  expect(hookCommand(files, ['hook', 'claude-code'], 'win32')).toBe(
    '"/opt/no de/node" "/opt/hook.cjs" hook claude-code',
  );
});

test('a quoted word reaches a shell command unchanged, whatever it contains', () => {
  const words = fc.array(
    fc.string({ minLength: 1 }).filter((word) => !word.includes('\0')),
    {
      minLength: 1,
      maxLength: 20,
    },
  );
  fc.assert(
    fc.property(words, (list) => {
      const script = `printf '%s\\0' ${list.map(shellQuote).join(' ')}`;
      const out = execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8' });
      expect(out.split('\0').slice(0, -1)).toEqual(list);
    }),
    { numRuns: 20 },
  );
});

const FOLDERS = [
  'a b',
  "it's",
  'x"y',
  '$HOME',
  '%PATH%',
  '`id`',
  'ü日本',
  'a;b',
  '#',
  '&&',
  '!',
  '(x)',
  '~',
  '\\',
  'new\nline',
];
const folder = fc.array(
  fc.oneof(fc.constantFrom(...FOLDERS), fc.string({ minLength: 1, maxLength: 6 })),
  {
    minLength: 1,
    maxLength: 4,
  },
);
const onPosix = folder
  .map((names) => `/${names.join('/').replaceAll('\0', '')}`)
  .filter((name) => !/(^|\/)(hook\.cjs|zaxy|hookloom)/.test(name));
const onWindows = folder.map(
  (names) => `C:\\${names.join('\\').replaceAll('\0', '').replaceAll('/', '_')}`,
);

test('recognises a command for a POSIX shell, whatever its folders are called', () => {
  fc.assert(
    fc.property(onPosix, onPosix, (home, log) => {
      const files = { node: `${home}/node`, bin: '', hook: `${home}/hook.cjs`, recording: '' };
      const args = ['codex', '--eventloom-path', log, '--session-id', 's'];
      const command = hookCommand(files, ['hook', ...args], 'linux');
      expect(isOurCommand(command)).toBe(true);
      expect(isOurCommand(`${command} --inject=session`)).toBe(true);
      const call = { verb: 'hook', args, isFallback: false };
      expect(ownCall(command)).toEqual({ ...call, files: [files.node, files.hook] });
      const launcher = `${home}/hookloom-hook`;
      const launched = hookCommand({ ...files, launcher }, ['hook', ...args], 'linux');
      expect(isOurCommand(launched)).toBe(true);
      expect(ownCall(launched)).toEqual({ ...call, files: [launcher] });
      const words = ['--fallback', 'hook', ...args];
      const fallback = hookCommand({ ...files, launcher }, words, 'linux');
      expect(isOurCommand(fallback)).toBe(true);
      expect(ownCall(fallback)).toEqual({ ...call, files: [launcher], isFallback: true });
      expect(isOurCommand(`echo ${command.slice(command.indexOf(' ') + 1)}`)).toBe(false);
    }),
  );
});

test('recognises a command for Windows, and refuses paths that its shells would misread', () => {
  let written = 0;
  fc.assert(
    fc.property(onWindows, onWindows, (home, log) => {
      const files = {
        node: `${home}\\node.exe`,
        bin: '',
        hook: `${home}\\hook.cjs`,
        recording: '',
      };
      const args = ['codex', '--eventloom-path', log];
      let command;
      try {
        command = hookCommand(files, ['hook', ...args], 'win32');
      } catch (error) {
        expect(error).toBeInstanceOf(HookloomError);
        expect(home + log).toMatch(/["%$`!\r\n]/);
        return;
      }
      written += 1;
      expect(command).not.toMatch(/[%$`!\r\n]/);
      expect(isOurCommand(command)).toBe(true);
      expect(ownCall(command)?.files).toEqual([files.node, files.hook]);
    }),
    { numRuns: 300 },
  );
  expect(written).toBeGreaterThan(30);
});

test.each([
  ['"C:\\n d\\node.exe" "C:\\x\\hook.cjs" "hook" "codex"', true],
  ['& "C:\\x\\hookloom.cmd" hook-event stop', true],
  ['cmd /c "C:\\x\\zaxy.exe hook gemini"', true],
  ['HookLoom.EXE hook codex', true],
  ['zaxy hook-event', true],
  ['/opt/js/runtime --x /o/hook.cjs hook codex', true],
  ['/usr/bin/node-20 /o/hook.cjs hook codex', true],
  ['/bin/echo hookloom hook codex', false],
  ['cd /x && env A=1 timeout 5s npx -y hookloom hook codex', true],
  ["bash -lc 'exec zaxy hook-event stop'", true],
  ['#!/bin/sh\n# Hookloom: keeps one hook payload x', true],
  ['notify "zaxy hook-event stop"', false],
  ['echo done # hookloom hook codex', false],
  ['grep -r hookloom hook .', false],
  ['hookloom status', false],
  ['/opt/nothook.cjs hook codex', false],
])('%s is one of our commands: %s', (command, isOurs) => {
  expect(isOurCommand(command)).toBe(isOurs);
});
