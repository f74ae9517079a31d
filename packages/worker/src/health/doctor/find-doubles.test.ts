import { inspectProgram } from '@hookloom/hooks/clients';
import { describe, expect, it } from 'vitest';
import { PLACE } from '../evidence.fixture.ts';
import { HOOKED } from '../gather-status.ts';
import { doublesRows } from './check-capture.ts';

function told(files: Record<string, unknown>): string {
  const read = (file: string): string | null =>
    file in files ? JSON.stringify(files[file]) : null;
  const found = HOOKED.map((program) => inspectProgram(program, PLACE, read));
  return doublesRows(found, PLACE.root)
    .map(({ status, message, command }) => (status === 'ok' ? 'ok' : `${message} ${command}`))
    .join('\n');
}

const hooks = (client: string, event = 'Stop', flags = ''): object => ({
  hooks: {
    [event]: [{ hooks: [{ type: 'command', command: `hookloom hook ${client}${flags}` }] }],
  },
});

const stopGroups = (client: string): object[] =>
  (hooks(client) as { hooks: { Stop: object[] } }).hooks.Stop;

describe('reports that an event reaches us twice', () => {
  it('if Claude Code has two different commands of ours for it, but not if they are the same', () => {
    const [local, user] = ['/p/.claude/settings.local.json', '/h/.claude/settings.json'];
    const one = hooks('claude-code');
    expect(told({ [local]: one, [user]: hooks('claude-code', 'Stop', ' --session-id x') })).toBe(
      `claude-code runs our hooks of two places: ${local} and ${user}. Remove the Hookloom entries from ${user}. hookloom uninstall --client claude-code`,
    );
    expect(told({ [local]: one, [user]: one })).toBe('ok');
    expect(told({ [local]: one, [user]: hooks('claude-code', 'PreToolUse', ' --x') })).toBe('ok');
  });

  it('if Codex has the same command in two files, because it runs both', () => {
    const one = hooks('codex');
    expect(told({ '/p/.codex/hooks.json': one, '/h/.codex/hooks.json': one })).toContain(
      'codex runs',
    );
  });

  it('if our plugin and our hooks are both installed', () => {
    const both = { ...hooks('claude-code'), enabledPlugins: { 'hookloom@hookloom': true } };
    expect(told({ '/p/.claude/settings.json': both })).toContain('has our plugin and our hooks');
  });

  it('if one file starts us in two ways for it', () => {
    const url = 'http://127.0.0.1:37777/hooks/claude-code';
    const both = [{ hooks: [{ type: 'http', url }] }, ...stopGroups('claude-code')];
    expect(told({ '/p/.claude/settings.local.json': { hooks: { Stop: both } } })).toContain(
      'claude-code starts us in two ways: /p/.claude/settings.local.json.',
    );
  });

  it('and names every pair of places, not only the first', () => {
    const codex = hooks('codex');
    const gemini = (flags: string): object => hooks('gemini', 'AfterAgent', flags);
    const rows = told({
      '/p/.codex/hooks.json': codex,
      '/h/.codex/hooks.json': codex,
      '/p/.gemini/settings.json': gemini(''),
      '/h/.gemini/settings.json': gemini(' --session-id x'),
    });
    expect(rows).toContain('codex runs');
    expect(rows).toContain('gemini runs');
  });

  it('if Cursor has hooks of ours and also loads those of Claude', () => {
    const cursor = { hooks: { stop: [{ command: 'hookloom hook cursor' }] } };
    const claude = hooks('claude-code');
    expect(
      told({ '/p/.cursor/hooks.json': cursor, '/p/.claude/settings.local.json': claude }),
    ).toContain('cursor also loads Claude settings');
    expect(told({ '/p/.claude/settings.local.json': claude })).toBe('ok');
  });

  it('if Copilot has hooks of ours and reads those of Claude from a file of the project', () => {
    const copilot = { hooks: { agentStop: [{ bash: 'hookloom hook copilot agentStop' }] } };
    const claude = hooks('claude-code');
    const file = '/p/.github/hooks/hookloom.json';
    for (const theirs of ['/p/.claude/settings.json', '/p/.claude/settings.local.json'])
      expect(told({ [file]: copilot, [theirs]: claude })).toContain(
        `copilot also loads Claude settings: ${file} and ${theirs}. Remove the Hookloom entries from ${file}.`,
      );
    expect(told({ [file]: copilot, '/h/.claude/settings.json': claude })).toBe('ok');
  });
});
