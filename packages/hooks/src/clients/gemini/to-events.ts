/** What Gemini CLI sent, as events of the log: the client's part of the hook path. */
import type { HookEvent } from '@hookloom/core/hook/hook-event';
import type { HookContext, ObservedHook } from '@hookloom/core/hook/observed-event';
import { markContinued } from '../../observe/continued-prompt.ts';
import { toEvents } from '../../observe/to-events.ts';
import { withoutFrame } from './shell-output.ts';

export function toGeminiEvents(event: HookEvent, context: HookContext): ObservedHook {
  return toEvents(withoutFrame(markContinued(event, context.root)), context);
}
