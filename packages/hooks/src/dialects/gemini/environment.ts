/** The environment of a hook written for Gemini CLI (docs/reference/client-behaviour.md#gemini-cli-environment). */
import type { HookEvent } from '@hookloom/core/hook/hook-event';
import type { Handler } from '../../engine/handler.ts';
import type { TellContext } from '../dialect.ts';

/** The shell, not we, expands `$GEMINI_PROJECT_DIR` and similar names in a command, so that their quoting holds. */
export function geminiEnvironment(
  event: HookEvent,
  _handler: Handler,
  { projectDir }: TellContext,
): Record<string, string> {
  return {
    GEMINI_PROJECT_DIR: projectDir,
    GEMINI_CWD: event.cwd ?? projectDir,
    GEMINI_SESSION_ID: event.session_id,
    CLAUDE_PROJECT_DIR: projectDir,
  };
}
