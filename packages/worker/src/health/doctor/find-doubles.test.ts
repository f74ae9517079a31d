import { inspectProgram } from '@hookloom/hooks/found/inspect';
import { describe, expect, it } from 'vitest';
import { PLACE } from '../evidence.fixture.ts';
import { HOOKED } from '../gather-status.ts';
import { doublesRow } from './find-doubles.ts';

function told(files: Record<string, unknown>): string {
  const read = (file: string): string | null =>
    file in files ? JSON.stringify(files[file]) : null;
  const row = doublesRow(HOOKED.map((program) => inspectProgram(program, PLACE, read)));
  return row.status === 'ok' ? 'ok' : `${row.message} ${row.command}`;
}

const hooks = (client: string, event = 'Stop', flags = ''): object => ({
  hooks: {
    [event]: [{ hooks: [{ type: 'command', command: `hookloom hook ${client}${flags}` }] }],
  },
});

describe('an event reaches us twice', () => {
  it('when Claude Code has two different commands of ours for it, not when they are the same', () => {
    const [local, user] = ['/p/.claude/settings.local.json', '/h/.claude/settings.json'];
    const one = hooks('claude-code');
    expect(told({ [local]: one, [user]: hooks('claude-code', 'Stop', ' --session-id x') })).toBe(
      `claude-code runs our hooks of two places: ${local} and ${user}. hookloom uninstall --client claude-code`,
    );
    expect(told({ [local]: one, [user]: one })).toBe('ok');
    expect(told({ [local]: one, [user]: hooks('claude-code', 'PreToolUse', ' --x') })).toBe('ok');
  });

  it('when Codex has the same command in two files: it runs both', () => {
    const one = hooks('codex');
    expect(told({ '/p/.codex/hooks.json': one, '/h/.codex/hooks.json': one })).toContain(
      'codex runs',
    );
  });

  it('when our plugin stands beside our hooks', () => {
    const both = { ...hooks('claude-code'), enabledPlugins: { 'hookloom@hookloom': true } };
    expect(told({ '/p/.claude/settings.json': both })).toContain('has our plugin and our hooks');
  });

  it('when Cursor has hooks of ours and loads those of Claude as well', () => {
    const cursor = { hooks: { stop: [{ command: 'hookloom hook cursor' }] } };
    const claude = hooks('claude-code');
    expect(
      told({ '/p/.cursor/hooks.json': cursor, '/p/.claude/settings.local.json': claude }),
    ).toContain('cursor also loads Claude settings');
    expect(told({ '/p/.claude/settings.local.json': claude })).toBe('ok');
  });

  it('when Copilot has hooks of ours and Claude has them in the shared file, which it reads', () => {
    const copilot = { hooks: { agentStop: [{ bash: 'hookloom hook copilot agentStop' }] } };
    const claude = hooks('claude-code');
    const file = '/p/.github/hooks/hookloom.json';
    expect(told({ [file]: copilot, '/p/.claude/settings.json': claude })).toContain('copilot also');
    expect(told({ [file]: copilot, '/p/.claude/settings.local.json': claude })).toBe('ok');
  });
});
