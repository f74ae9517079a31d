/** The hook language `toml`: `[hooks]` in TOML (docs/reference/hook-language.md). */
import type { Dialect } from '../dialect.ts';
import { TOML_EVENTS } from './events.ts';
import { tomlInterpret } from './interpret.ts';
import { tomlLoad } from './load.ts';
import { tomlMatcherValues } from './subject.ts';
import { tomlInput } from './build-input.ts';

export const tomlDialect: Dialect = {
  name: 'toml',
  events: TOML_EVENTS,
  load: tomlLoad,
  buildInput: tomlInput,
  matcherValues: (event, handler) => tomlMatcherValues(handler.event, event),
  // `CLAUDE_ENV_FILE` is a separate file for each run: the engine sets it.
  environment: (_event, _handler, { projectDir }) => ({
    CLAUDE_PROJECT_DIR: projectDir,
    CODEX_PROJECT_DIR: projectDir,
  }),
  interpret: tomlInterpret,
};

/** Loads the language on demand: the built hook keeps it in a separate file. */
export function tomlLanguage(): Dialect {
  return tomlDialect;
}
