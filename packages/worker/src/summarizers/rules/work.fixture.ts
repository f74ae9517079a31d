/** Work as the queue passes it to the rules. */
import type { CommandWork, EditWork, ToolWork } from '@hookloom/core/events';
import type { EarlierWork } from '@hookloom/memory';

let count = 0;
export function work(more: Partial<ToolWork> = {}): ToolWork {
  const id = `t${++count}`;
  return {
    id,
    covers: [`evt_${id}`],
    sessionId: 'c1',
    promptNumber: 1,
    at: new Date(1_790_000_000_000 + count * 1000).toISOString(),
    tool: 'Bash',
    mcp: null,
    status: 'ok',
    channel: 'tool',
    command: null,
    edits: [],
    path: null,
    result: null,
    agentId: null,
    agentType: null,
    client: 'claude-code',
    ...more,
  };
}
export const command = (line: string, more: Partial<CommandWork> = {}): ToolWork =>
  work({
    command: {
      line,
      exitCode: 0,
      outcome: 'passed',
      stdout: null,
      stderr: null,
      description: null,
      ...more,
    },
  });
export const failing = (line: string, stderr: string): ToolWork =>
  command(line, { exitCode: 1, outcome: 'failed', stderr });
export const edit = (path: string, more: Partial<EditWork> = {}): ToolWork =>
  work({ tool: 'Edit', edits: [{ path, operation: 'modified', added: 2, removed: 1, ...more }] });
export const read = (path: string): ToolWork => work({ tool: 'Read', channel: 'file', path });

export function earlier(more: Partial<EarlierWork>): EarlierWork {
  return {
    note: 'evt_note',
    seq: 1,
    at: new Date(1_790_000_000_000 + count * 1000).toISOString(),
    promptNumber: 1,
    isHere: true,
    kind: 'edit',
    subject: 'src/a.ts',
    outcome: 'ok',
    said: '',
    files: ['src/a.ts'],
    covers: ['evt_old'],
    ...more,
  };
}
