import { describe, expect, it } from 'vitest';
import { inspectProgram } from './inspect.ts';
import type { Place, Program } from './places.ts';

const place: Place = { root: '/p', home: '/h', env: {}, platform: 'linux' };

const reader =
  (files: Record<string, string>) =>
  (file: string): string | null =>
    files[file] ?? null;

const settings = (hooks: unknown): string => JSON.stringify({ hooks });

it('Copilot runs no hook if any settings file of the project or the user, even Claude Code’s, switches all off', () => {
  for (const file of [
    '/p/.github/copilot/settings.json',
    '/p/.claude/settings.local.json',
    '/home/dev/.copilot/settings.json',
  ]) {
    const hooks = '/p/.github/hooks/hookloom.json';
    const texts: Record<string, object> = {
      [hooks]: {
        hooks: { agentStop: [{ type: 'command', bash: 'hookloom hook copilot agentStop' }] },
      },
      [file]: { disableAllHooks: true },
    };
    const place = { root: '/p', home: '/home/dev', env: {}, platform: 'linux' as const };
    const found = inspectProgram('copilot', place, (name) =>
      texts[name] === undefined ? null : JSON.stringify(texts[name]),
    );
    expect(found.hooks.map((one) => one.file)).toEqual([hooks]);
    expect(found.off).toEqual([{ file, reason: 'disableAllHooks is true' }]);
  }
});

describe('ignores hooks that the client would not run', () => {
  const OURS = { type: 'command', command: 'hookloom hook-event stop' };
  const group = { hooks: [OURS] };
  const CASES: [what: string, program: Program, file: string, text: string][] = [
    [
      'a hook that is commented out, in lines and as a block',
      'claude-code',
      '/p/.claude/settings.json',
      `{ "hooks": {
        // "Stop": [${JSON.stringify(group)}],
        /* "SessionEnd": [${JSON.stringify(group)}], */
      } }`,
    ],
    [
      'a hook that is commented out in TOML',
      'codex',
      '/h/.codex/config.toml',
      `# [[hooks.Stop]]\n# hooks = [{ type = "command", command = "hookloom hook codex" }]\n[tui]\nnote = "[[hooks.Stop]] hookloom hook codex"\n`,
    ],
    [
      'a hook in a text of several lines in TOML',
      'codex',
      '/h/.codex/config.toml',
      `notes = """\n[[hooks.Stop]]\n[[hooks.Stop.hooks]]\ntype = "command"\ncommand = "hookloom hook codex"\n"""\n`,
    ],
    [
      'an event of another client',
      'gemini',
      '/p/.gemini/settings.json',
      settings({ Stop: [group] }),
    ],
    [
      'an event in other letter case',
      'claude-code',
      '/p/.claude/settings.json',
      settings({ stop: [group] }),
    ],
    [
      'an event named like a property of every object',
      'claude-code',
      '/p/.claude/settings.json',
      settings({ constructor: [group], toString: [group] }),
    ],
    [
      'an event of Claude Code in Cursor',
      'cursor',
      '/p/.cursor/hooks.json',
      settings({ Stop: [OURS] }),
    ],
    [
      'a handler outside a group',
      'claude-code',
      '/p/.claude/settings.json',
      settings({ Stop: [OURS] }),
    ],
    [
      'a handler without a type',
      'gemini',
      '/p/.gemini/settings.json',
      settings({ AfterAgent: [{ hooks: [{ command: 'hookloom hook gemini' }] }] }),
    ],
    [
      'hooks one level too deep',
      'claude-code',
      '/p/.claude/settings.json',
      JSON.stringify({ settings: { hooks: { Stop: [group] } } }),
    ],
    [
      'our command in a here-document',
      'claude-code',
      '/p/.claude/settings.json',
      settings({
        Stop: [{ hooks: [{ type: 'command', command: "cat <<'X'\nhookloom hook-event stop\nX" }] }],
      }),
    ],
    [
      'our command in a quoted multi-line text',
      'claude-code',
      '/p/.claude/settings.json',
      settings({
        Stop: [{ hooks: [{ type: 'command', command: "echo 'a\nhookloom hook-event stop\nb'" }] }],
      }),
    ],
    [
      'a disabled plugin, and one with a longer name',
      'claude-code',
      '/p/.claude/settings.json',
      JSON.stringify({ enabledPlugins: { 'hookloom@hookloom': false, 'hookloom-theme@x': true } }),
    ],
    [
      'a disabled plugin of Codex',
      'codex',
      '/h/.codex/config.toml',
      '[plugins."hookloom@hookloom"]\nenabled = false\n',
    ],
  ];

  it.each(CASES)('%s', (_what, program, file, text) => {
    const found = inspectProgram(program, place, reader({ [file]: text }));
    expect({ ...found, trust: null }).toEqual({
      program,
      hooks: [],
      fallback: [],
      servers: [],
      plugins: [],
      malformed: [],
      off: [],
      trust: null,
      capture: null,
    });
  });

  it('the plugin of Codex counts unless its table says otherwise', () => {
    const file = '/h/.codex/config.toml';
    const text = '[plugins."hookloom@hookloom"]\nenabled = true\n';
    expect(inspectProgram('codex', place, reader({ [file]: text })).plugins).toEqual([file]);
  });

  it('the nearest of several files decides what is switched off', () => {
    const [local, user] = ['/p/.claude/settings.local.json', '/h/.claude/settings.json'];
    const name = 'hookloom@hookloom';
    const inspected = (near: object, far: object) =>
      inspectProgram(
        'claude-code',
        place,
        reader({ [local]: JSON.stringify(near), [user]: JSON.stringify(far) }),
      );
    expect(
      inspected({ enabledPlugins: { [name]: false } }, { enabledPlugins: { [name]: true } })
        .plugins,
    ).toEqual([]);
    expect(inspected({}, { enabledPlugins: { [name]: true } }).plugins).toEqual([user]);
    expect(inspected({ disableAllHooks: false }, { disableAllHooks: true }).off).toEqual([]);
    expect(inspected({}, { disableAllHooks: true }).off).toEqual([
      { file: user, reason: 'disableAllHooks is true' },
    ]);
  });
});

it("Copilot runs no hooks if the project's settings of Claude Code switch them off", () => {
  const files = { '/p/.claude/settings.json': '{ "disableAllHooks": true }' };
  const { off } = inspectProgram('copilot', place, reader(files));
  expect(off).toEqual([{ file: '/p/.claude/settings.json', reason: 'disableAllHooks is true' }]);
});

it("Codex runs no hooks if the project's config switches them off", () => {
  const groups = { PreToolUse: [{ hooks: [{ type: 'command', command: 'hookloom hook codex' }] }] };
  const files = {
    '/p/.codex/hooks.json': settings(groups),
    '/h/.codex/config.toml': '[projects."/p"]\ntrust_level = "trusted"\n',
    '/p/.codex/config.toml': '[features]\nhooks = false\n',
  };
  expect(inspectProgram('codex', place, reader(files)).trust).toMatchObject({
    state: 'off',
    reason: 'features.hooks is false',
  });
});
