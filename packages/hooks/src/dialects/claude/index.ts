/** The language of Claude Code's settings and plugins. */
import type { Dialect } from '../dialect.ts';
import { claudeAction } from './action.ts';
import { CLAUDE_EVENTS } from './events.ts';
import { claudeEnvironment } from './environment.ts';
import { claudeInterpret } from './interpret.ts';
import { claudeLoad } from './load.ts';
import { conditionHolds } from './permission-rule.ts';
import { claudeMatcherValues } from './subject.ts';
import { claudeTell } from './tell.ts';

export const claudeDialect: Dialect = {
  name: 'claude',
  events: CLAUDE_EVENTS,
  load: claudeLoad,
  tell: claudeTell,
  matcherValues: (event, handler) => claudeMatcherValues(handler.event, event),
  conditionHolds,
  environment: claudeEnvironment,
  actionFor: claudeAction,
  interpret: claudeInterpret,
};

/** Loads the language on demand: the built hook keeps it in a separate file. */
export function claudeLanguage(): Dialect {
  return claudeDialect;
}
