/** The environment of a hook written for Claude Code. Only variables that are true under any client. */
import type { HookEvent } from '@hookloom/core/hook/hook-event';
import type { Handler } from '../../engine/handler.ts';
import type { TellContext } from '../dialect.ts';

/** `CLAUDECODE` and the entry point are omitted: programs read them to learn whether Claude Code is running. */
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
