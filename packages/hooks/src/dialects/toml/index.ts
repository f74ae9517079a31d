/** The configuration language of seeds/001: `[hooks]` in TOML. */
import type { Dialect } from '../dialect.ts';
import { TOML_EVENTS } from './events.ts';
import { tomlInterpret } from './interpret.ts';
import { tomlLoad } from './load.ts';
import { tomlMatcherValues } from './subject.ts';
import { tomlTell } from './tell.ts';

export const tomlDialect: Dialect = {
  name: 'toml',
  events: TOML_EVENTS,
  load: tomlLoad,
  tell: tomlTell,
  matcherValues: (event, handler) => tomlMatcherValues(handler.event, event),
  // `CLAUDE_ENV_FILE` is a file of each run: the engine sets it.
  environment: (_event, _handler, { projectDir }) => ({
    CLAUDE_PROJECT_DIR: projectDir,
    CODEX_PROJECT_DIR: projectDir,
  }),
  interpret: tomlInterpret,
};

/** Called where the language is needed: in the built hook its file is loaded then. */
export function tomlLanguage(): Dialect {
  return tomlDialect;
}
