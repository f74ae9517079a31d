/** What Codex sent, as events of the log: the client's part of the hook path. */
import type { HookEvent } from '@hookloom/core/hook/hook-event';
import type { HookContext, ObservedHook } from '@hookloom/core/hook/observed-event';
import { toEvents } from '../../observe/to-events.ts';
import { withStatus } from './exit-status.ts';

export function toCodexEvents(event: HookEvent, context: HookContext): ObservedHook {
  return toEvents(withStatus(event), context);
}
