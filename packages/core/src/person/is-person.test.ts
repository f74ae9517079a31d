import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPerson, type PersonVerdict } from './is-person.ts';
import { tableOf, type TableOptions } from './process-table.fixture.ts';

const TTY = { isTTY: true };

function judge(
  lines: string[],
  options: TableOptions & { own?: Record<string, string> } = {},
): PersonVerdict {
  return isPerson({
    env: options.own ?? {},
    stdin: TTY,
    stdout: TTY,
    processes: tableOf(lines, options),
  });
}

const INIT = '1 0 - 1 /sbin/init';
const US = '90 80 pts/3 80 node /usr/bin/hookloom hooks trust --yes';

describe('a person is recognised', () => {
  const places: [string, string[], TableOptions?][] = [
    [
      'in a terminal window',
      [
        INIT,
        '50 1 - 50 /usr/lib/systemd/systemd --user',
        '70 50 - 70 gnome-terminal-server',
        '80 70 pts/3 80 bash',
        US,
      ],
      { holders: { 'pts/3': [70] } },
    ],
    [
      'over SSH',
      [INIT, '60 1 - 60 sshd: dev@pts/3', '80 60 pts/3 80 -bash', US],
      { holders: { 'pts/3': [] } },
    ],
    [
      'at the console',
      [INIT, '70 1 tty1 70 login -- dev', '80 70 tty1 80 -bash', '90 80 tty1 80 node hookloom'],
    ],
    [
      'if login leads the session',
      [INIT, '80 1 tty1 80 login -- dev', '85 80 tty1 80 -bash', '90 85 tty1 80 node hookloom'],
    ],
    ['in a container', ['1 0 pts/0 1 bash', '90 1 pts/0 1 node hookloom']],
    [
      'after entering a container from outside',
      [INIT, '80 0 pts/1 80 bash', '90 80 pts/1 80 node hookloom'],
    ],
    [
      'in the terminal of VS Code',
      [
        INIT,
        '60 1 - 60 /usr/share/code/code',
        '70 60 - 60 /usr/share/code/code --type=utility',
        '80 70 pts/3 80 bash',
        US,
      ],
      { holders: { 'pts/3': [70] } },
    ],
    [
      'in VS Code over SSH',
      [
        INIT,
        '60 1 - 60 sh /home/dev/.vscode-server/cli/code-server',
        '65 60 - 60 /home/dev/.vscode-server/bin/1/node /home/dev/.vscode-server/bin/1/out/server-main.js',
        '70 65 - 60 /home/dev/.vscode-server/bin/1/node /home/dev/.vscode-server/bin/1/out/bootstrap-fork --type=ptyHost',
        '80 70 pts/3 80 bash',
        US,
      ],
      { holders: { 'pts/3': [70] } },
    ],
    [
      'through npx',
      [
        INIT,
        '70 1 - 70 kitty',
        '80 70 pts/3 80 zsh',
        '85 80 pts/3 80 npm_exec_hookloom',
        '86 85 pts/3 80 node /usr/lib/node_modules/npm/bin/npx-cli.js hookloom',
        '87 86 pts/3 80 sh -c hookloom',
        '90 87 pts/3 80 node hookloom',
      ],
    ],
    [
      'in an attached tmux',
      [
        INIT,
        '40 1 - 40 kitty',
        '41 40 pts/0 41 zsh',
        '42 41 pts/0 41 tmux attach',
        '70 1 - 70 tmux: server',
        '80 70 pts/3 80 bash',
        US,
      ],
      { holders: { 'pts/3': [70], 'pts/0': [40] } },
    ],
    [
      'on macOS',
      [
        '1 0 - - /sbin/launchd',
        '60 1 - - Terminal',
        '70 60 ttys004 - login -pf dev',
        '80 70 ttys004 - -zsh',
        '90 80 ttys004 - node hookloom',
      ],
    ],
    [
      'on Windows',
      [
        '60 5 console - explorer.exe',
        '80 60 console - powershell.exe',
        '90 80 console - node.exe hookloom',
      ],
    ],
  ];
  it.each(places)('%s', (_, lines, options) => {
    const verdict = judge(lines, options);
    expect(verdict).toMatchObject({ isPerson: true, reason: 'person' });
  });

  it('with the name of the terminal', () => {
    expect(judge(places[0]![1], places[0]![2]).terminal).toBe('pts/3');
  });
});

describe('no person is recognised in', () => {
  const shell = (...above: string[]): string[] => [INIT, ...above, '80 70 pts/3 80 bash', US];
  const cases: [
    string,
    string[],
    Partial<PersonVerdict>,
    (TableOptions & { own?: Record<string, string> })?,
  ][] = [
    [
      'a process below Claude Code',
      shell('70 1 pts/2 60 claude'),
      { reason: 'inside_client', client: 'claude-code' },
    ],
    [
      'a process below a client that Node runs',
      shell('70 1 pts/2 60 node /usr/lib/node_modules/@openai/codex/bin/codex.js'),
      { reason: 'inside_client', client: 'codex' },
    ],
    [
      'a process below a client that was started through a link',
      shell('70 1 pts/2 60 node /usr/local/bin/gemini'),
      { reason: 'inside_client', client: 'gemini' },
    ],
    [
      'a process below a client with another title',
      shell('70 1 pts/2 60 MainThread'),
      { reason: 'inside_client', client: 'copilot' },
      { programs: { 70: 'copilot' } },
    ],
    [
      'a process with a variable of a client',
      shell('70 1 - 70 kitty'),
      { reason: 'client_environment', client: 'claude-code' },
      { own: { CLAUDECODE: '1' } },
    ],
    [
      'a process with an empty environment below a shell of a client',
      shell('70 1 - 70 kitty'),
      { reason: 'client_environment', client: 'gemini' },
      { env: { 80: { GEMINI_CLI: '1' } } },
    ],
    ['script', shell('70 1 - 70 script -qc bash'), { reason: 'fake_terminal' }],
    [
      'a pty that Python opened',
      shell('70 1 - 70 python3 -c import pty'),
      { reason: 'fake_terminal' },
    ],
    [
      'a Python under another name',
      shell('70 1 - 70 kitty'),
      { reason: 'fake_terminal' },
      { programs: { 70: 'python3.12' } },
    ],
    ['an Expect script', shell('70 1 - 70 expect trust.exp'), { reason: 'fake_terminal' }],
    ['a plain Node', shell('70 1 - 70 node pty.js'), { reason: 'fake_terminal' }],
    [
      'a Python that holds the terminal from another place in the tree',
      [INIT, '60 1 - 60 python3 hide.py', '70 1 - 70 sshd: dev', '80 70 pts/3 80 bash', US],
      { reason: 'fake_terminal' },
      { holders: { 'pts/3': [60] } },
    ],
    [
      'a client that holds the terminal from another place in the tree',
      [
        INIT,
        '60 1 - 60 claude',
        '61 60 - 61 helper',
        '70 1 - 70 sshd: dev',
        '80 70 pts/3 80 bash',
        US,
      ],
      { reason: 'inside_client', client: 'claude-code' },
      { holders: { 'pts/3': [61] } },
    ],
    [
      'a shell that holds a terminal (zpty)',
      [INIT, '70 1 - 70 zsh', '80 70 pts/3 80 bash', US],
      { reason: 'fake_terminal' },
      { holders: { 'pts/3': [70] } },
    ],
    [
      'a detached process in a person’s terminal',
      [INIT, '90 1 - 90 node hookloom'],
      { reason: 'fake_terminal' },
      { input: 'pts/3' },
    ],
    [
      'a process that left the shell of its terminal',
      [INIT, '80 1 pts/3 80 bash', '90 1 pts/3 80 node hookloom'],
      { reason: 'fake_terminal' },
    ],
    [
      'a terminal whose creator has exited',
      [INIT, '80 1 pts/3 80 bash', US],
      { reason: 'fake_terminal' },
    ],
    [
      'a terminal whose creator has exited, below a session manager',
      [INIT, '50 1 - 50 /usr/lib/systemd/systemd --user', '80 50 pts/3 80 bash', US],
      { reason: 'fake_terminal' },
    ],
    [
      'such a terminal on macOS',
      ['1 0 - - /sbin/launchd', '80 1 ttys004 - bash', '90 80 ttys004 - node hookloom'],
      { reason: 'fake_terminal' },
    ],
    [
      'the input of another terminal',
      shell('70 1 - 70 kitty'),
      { reason: 'fake_terminal' },
      { input: 'pts/9' },
    ],
    [
      'a tmux without an attached client',
      shell('70 1 - 70 tmux: server'),
      { reason: 'fake_terminal' },
    ],
    [
      'a tmux to which a script is attached',
      [
        INIT,
        '40 1 - 40 script -qc tmux',
        '42 40 pts/0 42 tmux attach',
        '70 1 - 70 tmux: server',
        '80 70 pts/3 80 bash',
        US,
      ],
      { reason: 'fake_terminal' },
      { holders: { 'pts/0': [40] } },
    ],
    [
      'a tmux that a client started',
      [
        INIT,
        '40 1 - 40 kitty',
        '42 40 pts/0 42 tmux attach',
        '70 1 - 70 tmux: server',
        '80 70 pts/3 80 bash',
        US,
      ],
      { reason: 'client_environment' },
      { env: { 70: { CLAUDECODE: '1' } } },
    ],
  ];
  it.each(cases)('%s', (_, lines, expected, options) => {
    expect(judge(lines, options)).toMatchObject({ isPerson: false, ...expected });
  });

  it.each([
    [{}, TTY],
    [TTY, {}],
    [{}, {}],
  ])('a pipe %#', (stdin, stdout) => {
    const processes = tableOf([INIT, '70 1 - 70 kitty', '80 70 pts/3 80 bash', US]);
    const verdict = isPerson({ env: {}, stdin, stdout, processes });
    expect(verdict).toMatchObject({ isPerson: false, reason: 'no_terminal' });
  });

  it('a system whose processes cannot be read', () => {
    const verdict = isPerson({ env: {}, stdin: TTY, stdout: TTY, processes: null });
    expect(verdict).toMatchObject({ isPerson: false, reason: 'fake_terminal' });
  });

  it('any process below a client, whatever is in between', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom('bash', 'env', 'kitty', 'tmux: server', 'npx', 'sudo', 'login', 'sshd'),
          { maxLength: 8 },
        ),
        fc.constantFrom('claude', 'codex', 'gemini', 'copilot', 'cursor-agent', 'opencode'),
        (between, client) => {
          const lines = [INIT, `10 1 - 10 ${client}`];
          between.forEach((name, at) => lines.push(`${11 + at} ${10 + at} pts/3 10 ${name}`));
          lines.push(`${11 + between.length} ${10 + between.length} pts/3 10 node hookloom`);
          return judge(lines).reason === 'inside_client';
        },
      ),
    );
  });
});

describe('the admin token', () => {
  it('counts as a person without a terminal, and records the session in which it was used', () => {
    const processes = tableOf([INIT, '70 1 - 70 claude', '90 70 - 70 node hookloom']);
    const verdict = isPerson({ env: {}, stdin: {}, stdout: {}, processes, hasAdminToken: true });
    expect(verdict).toMatchObject({ isPerson: true, reason: 'admin_token', client: 'claude-code' });
  });
});

describe('variables from a person’s shell profile', () => {
  it('do not show who runs a command', () => {
    const own = {
      CODEX_HOME: '/h/.codex',
      CLAUDE_CODE_USE_BEDROCK: '1',
      CLAUDE_CODE_SSE_PORT: '4711',
      COPILOT_MODEL: 'gpt-5',
      CURSOR_TRACE_ID: 'x',
      GEMINI_API_KEY: 'k',
    };
    const lines = [INIT, '70 1 - 70 kitty', '80 70 pts/3 80 bash', US];
    expect(judge(lines, { own }).isPerson).toBe(true);
  });
});
