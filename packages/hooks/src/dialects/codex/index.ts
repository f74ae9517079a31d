/** Codex's own hooks: `hooks.json` and the PascalCase groups of `[hooks]`. */
import type { Dialect } from '../dialect.ts';
import { CODEX_EVENTS } from './events.ts';
import { codexInterpret } from './interpret.ts';
import { codexLoad } from './load.ts';
import { codexMatcherValues, codexInput } from './build-input.ts';

export const codexDialect: Dialect = {
  name: 'codex',
  events: CODEX_EVENTS,
  load: codexLoad,
  buildInput: codexInput,
  matcherValues: (event, handler) => codexMatcherValues(handler.event, event),
  // Codex sets nothing for a user's hooks, and two names for a plugin's folder
  // (docs/reference/client-behaviour.md#codex-environment).
  environment(_event, { source: { file } }) {
    const { pluginRoot } = file;
    return pluginRoot === undefined
      ? {}
      : { PLUGIN_ROOT: pluginRoot, CLAUDE_PLUGIN_ROOT: pluginRoot };
  },
  interpret: codexInterpret,
};

/** Loads the language on demand: the built hook keeps it in a separate file. */
export function codexLanguage(): Dialect {
  return codexDialect;
}
