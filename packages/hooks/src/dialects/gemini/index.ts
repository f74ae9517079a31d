/** The language of Gemini CLI's settings. */
import type { Dialect, InputContext } from '../dialect.ts';
import { GEMINI_EVENTS } from './events.ts';
import { geminiInterpret } from './interpret.ts';
import { geminiLoad } from './load.ts';
import { geminiMatcherValues, geminiInput } from './build-input.ts';
import type { HookEvent } from '@hookloom/core/hook';
import type { Handler } from '../../engine/handler.ts';

export const geminiDialect: Dialect = {
  name: 'gemini',
  events: GEMINI_EVENTS,
  load: geminiLoad,
  buildInput: geminiInput,
  matcherValues: (event, handler) => geminiMatcherValues(handler.event, event),
  environment: geminiEnvironment,
  interpret: geminiInterpret,
};

/** Loads the language on demand: the built hook keeps it in a separate file. */
export function geminiLanguage(): Dialect {
  return geminiDialect;
}

/** The shell, not we, expands `$GEMINI_PROJECT_DIR` and similar names in a command, so that their quoting holds. */
function geminiEnvironment(
  event: HookEvent,
  _handler: Handler,
  { projectDir }: InputContext,
): Record<string, string> {
  return {
    GEMINI_PROJECT_DIR: projectDir,
    GEMINI_CWD: event.cwd ?? projectDir,
    GEMINI_SESSION_ID: event.session_id,
    CLAUDE_PROJECT_DIR: projectDir,
  };
}
