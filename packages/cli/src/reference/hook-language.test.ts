/** The hook language reference matches the code. */
import { describe, expect, it } from 'vitest';
import {
  DEFAULT_SETTINGS,
  handlerEnvironment,
  LAYERS,
  readSettings,
  tomlLoad,
  type ConfigFile,
} from '@hookloom/hooks/testing';
import { EXAMPLES } from './hook-language-examples.ts';
import { hookLanguagePage } from './hook-language-page.ts';
import { ENGINE_WORDS, LAYER_WORDS, VARIABLE_WORDS } from './hook-language-words.ts';

const FILE: ConfigFile = {
  path: '/home/dev/.hookloom/hooks.toml',
  dialect: 'toml',
  layer: 'user',
};

describe('the hook language reference', () => {
  it.each(['list', 'shell', 'group', 'off', 'engine', 'entry'] as const)(
    'shows a file that loads without problems: %s',
    (name) => {
      const { problems, handlers, switches } = tomlLoad(EXAMPLES[name], FILE);
      expect(problems).toEqual([]);
      const settings = readSettings(EXAMPLES[name], FILE, DEFAULT_SETTINGS);
      expect(settings.problems).toEqual([]);
      expect(handlers.length + switches.length + settings.set.length).toBeGreaterThan(0);
    },
  );

  it('names exactly the variables that a hook receives', () => {
    const given = handlerEnvironment({
      base: {},
      dialect: {},
      handlerEnv: {},
      session: {},
      projectDir: '/p',
      eventCwd: null,
      envFile: '/tmp/env',
      depth: 0,
    });
    expect(Object.keys(VARIABLE_WORDS).sort()).toEqual(Object.keys(given).sort());
  });

  it('names every setting of the engine', () => {
    const { problems } = readSettings('[engine]\nnonsense = 1\n', FILE, DEFAULT_SETTINGS);
    for (const key of Object.keys(ENGINE_WORDS)) expect(problems[0]!.remediation).toContain(key);
  });

  it('names every layer except plugins, which use other languages', () => {
    expect(Object.keys(LAYER_WORDS)).toEqual(LAYERS.filter((layer) => layer !== 'plugin'));
  });

  it('contains the terms that people search for', () => {
    const text = hookLanguagePage();
    for (const word of [
      'CLAUDE_ENV_FILE',
      'CODEX_PROJECT_DIR',
      'HOOKLOOM_HOOK_FILES',
      'config.local.toml',
      'disable_all_hooks',
      'permission_mode',
      'status_message',
      'stop_reason',
      'suppress_output',
      'system_message',
      'triggered_at',
      'turn_number',
    ])
      expect(text).toContain(word);
  });
});
