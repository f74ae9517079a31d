import { describe, expect, it } from 'vitest';
import { parseStat, terminalName } from './read-proc.ts';
import { parsePs, parseWindows } from './read-processes.ts';

describe('the table of processes', () => {
  it('reads names with spaces and parentheses from /proc', () => {
    const entry = parseStat('812 (tmux: (server)) S 1 812 812 34819 812 4194560 120');
    expect(entry).toEqual({ name: 'tmux: (server)', parent: 1, session: 812, terminal: 'pts/3' });
  });

  it.each([
    [0, null],
    [0x8803, 'pts/3'],
    [0x108801, 'pts/257'],
    [0x8f00, 'pts/1792'],
    [0x9000, '144:0'],
    [0x8700, '135:0'],
    [0x401, 'tty1'],
    [0x440, 'ttyS0'],
  ])('names the terminal of device %i', (device, name) => {
    expect(terminalName(device)).toBe(name);
  });

  it('reads the output of ps on macOS', () => {
    const text = [
      '    1     0 ??       /sbin/launchd',
      '  530     1 ??       /Applications/Visual Studio Code.app/Contents/MacOS/Code Helper --type=utility',
      '  800   530 ttys004  -zsh',
      '  812   800 ttys004  node /opt/homebrew/bin/claude --resume',
    ].join('\n');
    expect(parsePs(text)).toMatchObject([
      { pid: 1, parent: 0, name: 'launchd', terminal: null },
      { pid: 530, name: 'Code Helper', terminal: null },
      { pid: 800, name: 'zsh', terminal: 'ttys004' },
      {
        pid: 812,
        parent: 800,
        name: 'node',
        words: ['node', '/opt/homebrew/bin/claude', '--resume'],
      },
    ]);
  });

  it('reads the process list of Windows', () => {
    const rows = [
      {
        ProcessId: 8,
        ParentProcessId: 2,
        Name: 'node.exe',
        CommandLine: '"C:\\a b\\node.exe" "C:\\x\\claude.js" -p',
      },
    ];
    expect(parseWindows(JSON.stringify(rows))).toMatchObject([
      { pid: 8, parent: 2, words: ['C:\\a b\\node.exe', 'C:\\x\\claude.js', '-p'] },
    ]);
  });
});
