/** `hooks import` and `hooks export`, as a person or a program calls them. */
import fs from 'node:fs';
import path from 'node:path';
import { loadConfig, type DialectName } from '@hookloom/hooks';
import { describe, expect, it } from 'vitest';
import { hooksProject } from './hooks-project.ts';

const project = hooksProject();
const { put, run, json, guarded } = project;

describe('hooks import and hooks export', () => {
  const GROUP = (matcher: string, timeout: number) => [
    { matcher, hooks: [{ type: 'command', command: 'echo "a b"', timeout }] },
  ];
  const SOURCES: [string, DialectName, string, object][] = [
    ['claude-code', 'claude', '.claude/settings.json', { PreToolUse: GROUP('Bash|Edit', 7) }],
    ['codex', 'codex', '.codex/hooks.json', { PreToolUse: GROUP('^Bash$', 7) }],
    ['gemini', 'gemini', '.gemini/settings.json', { BeforeTool: GROUP('read_.*', 7000) }],
  ];

  function loaded(file: string, dialect: DialectName) {
    const place = {
      path: path.join(project.folder.path, file),
      dialect,
      layer: 'project' as const,
    };
    const { handlers, problems } = loadConfig([place]);
    expect(problems).toEqual([]);
    return handlers.map(({ type, action, timeoutMs }) => ({ type, action, timeoutMs }));
  }

  it.each(SOURCES)('read the hooks of %s back unchanged', async (client, dialect, file, hooks) => {
    put(file, JSON.stringify({ hooks }));
    const before = loaded(file, dialect);
    const { written, losses } = await json(['import', client, '-o', 'all.toml']);
    expect([written, losses.length > 0]).toEqual([1, true]);
    expect(loaded('all.toml', 'toml')).toEqual(before);
    fs.mkdirSync(path.join(project.folder.path, '.hookloom'));
    fs.renameSync(
      path.join(project.folder.path, 'all.toml'),
      path.join(project.folder.path, '.hookloom/hooks.toml'),
    );
    expect((await json(['export', client, '-o', 'again.json'])).written).toBe(1);
    expect(loaded('again.json', dialect)).toEqual(before);
  });

  it.each(['cursor', 'copilot'])(
    'write settings for %s and report what is lost',
    async (client) => {
      guarded();
      const { text, losses } = await json(['export', client]);
      expect(JSON.parse(text)).toMatchObject({ version: 1, hooks: { preToolUse: [{}] } });
      expect(losses.map(({ field }: any) => field)).toContain('answers');
    },
  );

  it('replace a file only with --force', async () => {
    guarded();
    put('there.json', 'mine');
    expect((await run(['export', 'codex', '-o', 'there.json'])).status).toBe(5);
    expect(project.folder.read('there.json')).toBe('mine');
    expect((await run(['export', 'codex', '-o', 'there.json', '--force'])).status).toBe(0);
  });
});
