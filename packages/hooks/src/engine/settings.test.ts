import { expect, it } from 'vitest';
import { DEFAULT_SETTINGS, readSettings } from './settings.ts';

const user = { path: '/home/dev/.hookloom/hooks.toml', layer: 'user' as const };
const project = { path: '/home/dev/shop/.hookloom/hooks.toml', layer: 'project' as const };

it('a file without the table changes nothing', () => {
  expect(readSettings('[[hooks.stop]]\ncommand = "true"\n', user, DEFAULT_SETTINGS)).toEqual({
    settings: DEFAULT_SETTINGS,
    problems: [],
  });
});

it('a user sets what the engine does', () => {
  const text =
    '[engine]\ndialects = ["toml", "claude"]\nask_fallback = "none"\nrewrite_env = true\nallowed_env = ["EDITOR"]\n';
  expect(readSettings(text, user, DEFAULT_SETTINGS)).toEqual({
    settings: {
      dialects: ['toml', 'claude'],
      askFallback: 'none',
      rewriteEnv: true,
      allowedEnv: ['EDITOR'],
    },
    problems: [],
  });
});

it('a project makes the engine stricter and never looser', () => {
  const loose = '[engine]\nask_fallback = "none"\nrewrite_env = true\nallowed_env = ["PATH"]\n';
  const { settings, problems } = readSettings(loose, project, DEFAULT_SETTINGS);
  expect(settings).toEqual(DEFAULT_SETTINGS);
  expect(problems.map(({ code }) => code)).toEqual(Array(3).fill('invalid_engine_setting'));
  const fewer = { ...DEFAULT_SETTINGS, dialects: ['toml' as const] };
  const more = readSettings('[engine]\ndialects = ["toml", "claude"]\n', project, fewer);
  expect(more.settings.dialects).toEqual(['toml']);
});

it('what is not known or has a wrong type is told and changes nothing', () => {
  const text = '[engine]\nrewrite_env = "yes"\nmood = "good"\ndialects = 3\n';
  const { settings, problems } = readSettings(text, user, DEFAULT_SETTINGS);
  expect(settings).toEqual(DEFAULT_SETTINGS);
  expect(problems).toHaveLength(3);
  expect(problems[0]!.remediation).toContain('rewrite_env');
});

it('a file that is no TOML is told once, by whoever reads its hooks', () => {
  expect(readSettings('[engine\n', user, DEFAULT_SETTINGS)).toEqual({
    settings: DEFAULT_SETTINGS,
    problems: [],
  });
});
