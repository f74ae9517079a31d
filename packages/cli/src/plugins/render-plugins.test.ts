import { CLAUDE_INSTALL_EVENTS, CODEX_INSTALL_EVENTS } from '@hookloom/hooks/testing';
import { describe, expect, it } from 'vitest';
import { renderPlugins } from './render-plugins.ts';

const files = renderPlugins('1.2.3');
const json = (file: string): any => JSON.parse(files[file]!);

describe('the Claude Code plugin', () => {
  it('answers the same events as `hookloom hooks claude-code`, each through the script in its own folder', () => {
    const { hooks } = json('claude-code/hooks/hooks.json');
    expect(Object.keys(hooks)).toEqual([...CLAUDE_INSTALL_EVENTS]);
    for (const [event, groups] of Object.entries(hooks)) {
      const flag = event === 'SessionStart' ? ' --inject=session' : '';
      expect(groups, event).toEqual([
        {
          hooks: [
            {
              type: 'command',
              command: `sh "\${CLAUDE_PLUGIN_ROOT}/hookloom.sh" hook claude-code${flag}`,
              timeout: event === 'SessionEnd' ? 5 : 600,
            },
          ],
        },
      ]);
    }
  });

  it('is its own marketplace, with one version', () => {
    expect(json('claude-code/.claude-plugin/plugin.json')).toMatchObject({
      name: 'hookloom',
      version: '1.2.3',
    });
    expect(json('claude-code/.claude-plugin/marketplace.json')).toMatchObject({
      name: 'hookloom',
      owner: { name: 'Hookloom' },
      plugins: [{ name: 'hookloom', source: './', version: '1.2.3' }],
    });
  });

  it('starts the hookloom server through the same script', () => {
    expect(json('claude-code/.mcp.json')).toEqual({
      mcpServers: {
        hookloom: { command: 'sh', args: ['${CLAUDE_PLUGIN_ROOT}/hookloom.sh', 'serve'] },
      },
    });
  });

  it('approves no tool on behalf of the user', () => {
    const commands = Object.entries(files).filter(([file]) => file.includes('/commands/'));
    expect(commands.map(([file]) => file)).toEqual([
      'claude-code/commands/checkout.md',
      'claude-code/commands/remember.md',
      'claude-code/commands/status.md',
    ]);
    for (const [, text] of commands) {
      expect(text).toMatch(/^---\ndescription: "/);
      expect(text).not.toContain('allowed-tools');
    }
  });
});

describe('the Codex plugin', () => {
  it('answers the same events as `hookloom hooks codex`, on Windows through the PATH', () => {
    const { hooks } = json('codex/hookloom/hooks/hooks.json');
    expect(Object.keys(hooks)).toEqual([...CODEX_INSTALL_EVENTS]);
    expect(hooks.SessionStart).toEqual([
      {
        hooks: [
          {
            type: 'command',
            command: 'sh "$PLUGIN_ROOT/hookloom.sh" hook codex --inject=session',
            commandWindows: 'hookloom hook codex',
            timeout: 600,
          },
        ],
      },
    ]);
  });

  it('is one folder below its marketplace and refers only to its own files', () => {
    expect(json('codex/.agents/plugins/marketplace.json')).toMatchObject({
      name: 'hookloom',
      plugins: [{ name: 'hookloom', source: { source: 'local', path: './hookloom' } }],
    });
    const { skills, hooks, mcpServers, version } = json('codex/hookloom/.codex-plugin/plugin.json');
    expect(version).toBe('1.2.3');
    for (const named of [skills, hooks, mcpServers]) {
      const below = `codex/hookloom/${named.replace('./', '')}`;
      expect(Object.keys(files).some((file) => file.startsWith(below))).toBe(true);
    }
    expect(json('codex/hookloom/.mcp.json').mcpServers.hookloom).toEqual({
      command: 'hookloom',
      args: ['serve'],
      startup_timeout_sec: 90,
    });
  });
});

describe('both plugins', () => {
  it('contain the same skill', () => {
    const path = 'skills/hookloom-memory/SKILL.md';
    expect(files[`claude-code/${path}`]).toBe(files[`codex/hookloom/${path}`]);
    expect(files[`claude-code/${path}`]).toMatch(
      /^---\nname: hookloom-memory\ndescription: .+\n---\n/,
    );
  });

  it('contain no path of the build machine, and require no file outside their folder', () => {
    for (const [file, text] of Object.entries(files)) {
      // The launcher searches the places where package managers put Node on any machine.
      const own = text.replaceAll(/\/(usr|home\/linuxbrew)\/[\w./]*/g, '');
      expect(own, file).not.toMatch(/\/(root|work|tmp|home|usr|Users)\//);
      if (!file.endsWith('.sh')) expect(text, file).not.toContain('../');
    }
  });
});
