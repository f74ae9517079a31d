import { expect, it } from 'vitest';
import { DEFAULT_SETTINGS, readSettings } from './settings.ts';

const user = { path: '/home/dev/.hookloom/hooks.toml', layer: 'user', dialect: 'toml' } as const;
const project = {
  path: '/home/dev/shop/.hookloom/hooks.toml',
  layer: 'project',
  dialect: 'toml',
} as const;

it('a file without the table changes nothing', () => {
  expect(readSettings('[[hooks.stop]]\ncommand = "true"\n', user, DEFAULT_SETTINGS)).toEqual({
    settings: DEFAULT_SETTINGS,
    switches: [],
    problems: [],
    set: [],
  });
});

it('a user configures the engine', () => {
  const text =
    '[engine]\ndialects = ["toml", "claude"]\nask_fallback = "none"\nrewrite_env = true\nallowed_env = ["EDITOR"]\n';
  expect(readSettings(text, user, DEFAULT_SETTINGS)).toMatchObject({
    settings: {
      askFallback: 'none',
      rewriteEnv: true,
      allowedEnv: ['EDITOR'],
    },
    switches: [
      {
        text: '[engine] dialects = ["toml","claude"]',
        dialects: ['codex', 'gemini'],
        names: null,
      },
    ],
    problems: [],
  });
});

it('a project changes only its own languages', () => {
  for (const text of [
    '[engine]\nask_fallback = "none"\nrewrite_env = true\nallowed_env = ["PATH"]\n',
    '[engine]\nask_fallback = "deny"\nrewrite_env = false\nallowed_env = []\n',
  ]) {
    const { settings, problems } = readSettings(text, project, DEFAULT_SETTINGS);
    expect(settings).toEqual(DEFAULT_SETTINGS);
    expect(problems.map(({ code }) => code)).toEqual(Array(3).fill('invalid_engine_setting'));
  }
  const { switches } = readSettings('[engine]\ndialects = ["toml"]\n', project, DEFAULT_SETTINGS);
  expect(switches).toMatchObject([{ file: { layer: 'project' }, names: null }]);
});

it("a user cannot change an administrator's settings", () => {
  const text = '[engine]\nask_fallback = "none"\n';
  expect(readSettings(text, user, DEFAULT_SETTINGS, ['ask_fallback']).settings).toEqual(
    DEFAULT_SETTINGS,
  );
});

it('reports unknown settings and wrong types, which change nothing', () => {
  const text = '[engine]\nrewrite_env = "yes"\nmood = "good"\ndialects = 3\n';
  const { settings, problems } = readSettings(text, user, DEFAULT_SETTINGS);
  expect(settings).toEqual(DEFAULT_SETTINGS);
  expect(problems).toHaveLength(3);
  expect(problems[0]!.remediation).toContain('rewrite_env');
});

it('invalid TOML is reported once, by the reader of the file’s hooks', () => {
  expect(readSettings('[engine\n', user, DEFAULT_SETTINGS)).toEqual({
    settings: DEFAULT_SETTINGS,
    switches: [],
    problems: [],
    set: [],
  });
});
