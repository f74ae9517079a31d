/** What a hook written for Claude Code finds in its environment (hooks.md §A.4). Only what is true under any client. */
import type { HookEvent } from '@hookloom/core/hook/hook-event';
import type { Handler } from '../../engine/handler.ts';
import type { TellContext } from '../dialect.ts';

/** `CLAUDECODE` and the entry point are left out: who reads them wants to know whether Claude Code is running. */
export function claudeEnvironment(
  event: HookEvent,
  { source: { file } }: Handler,
  { projectDir }: TellContext,
): Record<string, string> {
  return {
    CLAUDE_PROJECT_DIR: projectDir,
    ...(file.pluginRoot === undefined ? {} : { CLAUDE_PLUGIN_ROOT: file.pluginRoot }),
    ...(event.session_id === 'unknown' ? {} : { CLAUDE_CODE_SESSION_ID: event.session_id }),
  };
}
