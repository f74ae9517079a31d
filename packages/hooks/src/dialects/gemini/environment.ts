/** What a hook written for Gemini CLI finds in its environment (hooks.md §C). */
import type { HookEvent } from '@hookloom/core/hook/hook-event';
import type { Handler } from '../../engine/handler.ts';
import type { TellContext } from '../dialect.ts';

/** `$GEMINI_PROJECT_DIR` and the like inside a command are left to the shell, which quotes them as they were written. */
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
