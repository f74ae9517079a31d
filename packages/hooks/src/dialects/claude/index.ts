/** The language of Claude Code's settings and plugins. */
import type { Dialect, InputContext } from '../dialect.ts';
import { CLAUDE_EVENTS } from './events.ts';
import { claudeInterpret } from './interpret.ts';
import { claudeLoad } from './load.ts';
import { conditionHolds } from './permission-rule.ts';
import { claudeMatcherValues } from './subject.ts';
import { claudeInput } from './build-input.ts';
import type { Handler, HandlerAction } from '../../engine/handler.ts';
import type { HookEvent } from '@hookloom/core/hook';

export const claudeDialect: Dialect = {
  name: 'claude',
  events: CLAUDE_EVENTS,
  load: claudeLoad,
  buildInput: claudeInput,
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

/**
 * In the exec form no shell expands `${CLAUDE_PROJECT_DIR}` and `${CLAUDE_PLUGIN_ROOT}`, so it is done here, as Claude
 * Code does. Other names do not change.
 */
function claudeAction({ action }: Handler, environment: Record<string, string>): HandlerAction {
  if (action.kind !== 'argv') return action;
  const fill = (word: string): string =>
    word.replace(
      /\$\{(CLAUDE_PROJECT_DIR|CLAUDE_PLUGIN_ROOT|CLAUDE_PLUGIN_DATA)\}/g,
      (whole, name: string) => environment[name] ?? whole,
    );
  const [program, ...args] = action.argv;
  return { kind: 'argv', argv: [fill(program), ...args.map(fill)] };
}

/** `CLAUDECODE` and the entry point are omitted: programs read them to learn whether Claude Code is running. */
function claudeEnvironment(
  event: HookEvent,
  { source: { file } }: Handler,
  { projectDir }: InputContext,
): Record<string, string> {
  return {
    CLAUDE_PROJECT_DIR: projectDir,
    ...(file.pluginRoot === undefined ? {} : { CLAUDE_PLUGIN_ROOT: file.pluginRoot }),
    ...(event.session_id === 'unknown' ? {} : { CLAUDE_CODE_SESSION_ID: event.session_id }),
  };
}
