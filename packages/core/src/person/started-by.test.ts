import { describe, expect, it } from 'vitest';
import { tableOf, type TableOptions } from './process-table.fixture.ts';
import { startedBy, type Starter } from './started-by.ts';

const INIT = '1 0 - 1 /sbin/init';
const US = '90 80 - 80 node /usr/bin/hookloom hook-event transcript-turn';

function starter(
  lines: string[],
  { own = {}, registered = [], ...options }: TableOptions & Given = {},
): Starter {
  return startedBy({
    processes: tableOf(lines, { ...options, env: { 90: own, ...options.env } }),
    env: own,
    isRegistered: (_, { words }) => registered.includes(words.join(' ')),
  });
}

interface Given {
  own?: Record<string, string>;
  registered?: string[];
}

describe('the process that started a program', () => {
  it.each<[string, string[], TableOptions & Given, Starter]>([
    [
      'a hook of Claude Code',
      [INIT, '70 1 pts/2 60 claude', '80 70 - 80 sh -c my-hook.sh', US],
      { env: { 80: { CLAUDECODE: '1', CLAUDE_PROJECT_DIR: '/p' } } },
      { kind: 'hook', client: 'claude-code' },
    ],
    [
      'a script that a hook of Claude Code starts',
      [INIT, '70 1 pts/2 60 claude', '75 70 - 75 sh -c x', '80 75 - 75 bash my-hook.sh', US],
      { env: { 75: { CLAUDE_PROJECT_DIR: '/p' } } },
      { kind: 'hook', client: 'claude-code' },
    ],
    [
      'the shell of a Claude Code tool',
      [INIT, '70 1 pts/2 60 claude', '80 70 - 80 bash -c x', US],
      { env: { 80: { CLAUDECODE: '1', CLAUDE_CODE_EXECPATH: '/x' } } },
      { kind: 'agent', client: 'claude-code' },
    ],
    [
      'a tool that sets the variable of hooks for its child processes',
      [INIT, '70 1 pts/2 60 claude', '80 70 - 80 bash -c x', US],
      {
        env: { 80: { CLAUDECODE: '1', CLAUDE_CODE_EXECPATH: '/x' } },
        own: { CLAUDE_PROJECT_DIR: '/p' },
      },
      { kind: 'agent', client: 'claude-code' },
    ],
    [
      'a tool that empties its variables',
      [INIT, '70 1 pts/2 60 claude', '80 70 - 80 bash -c x', US],
      { env: { 80: {} } },
      { kind: 'agent', client: 'claude-code' },
    ],
    [
      'a hook of Codex, by its registered command',
      [INIT, '70 1 - 70 codex', '80 70 - 80 bash -c my-hook.sh', US],
      { registered: ['bash -c my-hook.sh'] },
      { kind: 'hook', client: 'codex' },
    ],
    [
      'a command that is not registered in Codex',
      [INIT, '70 1 - 70 codex', '80 70 - 80 bash -lc other', US],
      { registered: ['bash -c my-hook.sh'] },
      { kind: 'agent', client: 'codex' },
    ],
    [
      'a tool of Codex that runs a registered command',
      [INIT, '70 1 - 70 codex', '80 70 - 80 bash -c my-hook.sh', US],
      { registered: ['bash -c my-hook.sh'], env: { 80: { CODEX_TOOL_CALL_ID: '7' } } },
      { kind: 'agent', client: 'codex' },
    ],
    [
      'a hook of Gemini',
      [INIT, '80 1 - 70 node /usr/bin/gemini', US],
      { own: { GEMINI_PROJECT_DIR: '/p' } },
      { kind: 'hook', client: 'gemini' },
    ],
    [
      'a tool of Gemini',
      [INIT, '70 1 - 70 node /usr/bin/gemini', '80 70 - 80 bash -c x', US],
      { env: { 80: { GEMINI_CLI: '1' } } },
      { kind: 'agent', client: 'gemini' },
    ],
    [
      'a hook of Copilot',
      [INIT, '80 1 - 70 copilot', US],
      { own: { COPILOT_PROJECT_DIR: '/p', COPILOT_CLI: '1' } },
      { kind: 'hook', client: 'copilot' },
    ],
    [
      'a tool of Copilot',
      [INIT, '80 1 - 70 copilot', US],
      { own: { COPILOT_AGENT_SESSION_ID: '7', COPILOT_CLI: '1' } },
      { kind: 'agent', client: 'copilot' },
    ],
    [
      'a process that hides its client but has a variable of it',
      [INIT, '80 1 - 80 bash -c x', US],
      { own: { CLAUDECODE: '1' } },
      { kind: 'agent', client: 'claude-code' },
    ],
    [
      'a program outside all clients',
      [INIT, '80 1 - 80 python3 service.py', US],
      {},
      { kind: 'unknown', client: null },
    ],
  ])('%s', (_, lines, options, expected) => {
    expect(starter(lines, options)).toEqual(expected);
  });

  it('is unknown if the table cannot be read and no variable says it', () => {
    const request = { processes: null, env: {}, isRegistered: () => true };
    expect(startedBy(request)).toEqual({ kind: 'unknown', client: null });
  });
});
