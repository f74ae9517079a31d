/** Gemini CLI's payloads as they are recorded: the client's part of the hook path. */
import type { HookContext, HookEvent } from '@hookloom/core/hook';
import { markContinued } from '../continued-prompt.ts';
import { withoutFrame } from './shell-output.ts';

export function asGeminiRecorded(event: HookEvent, context: HookContext): [HookEvent, HookContext] {
  return [withoutFrame(markContinued(event, context.root)), context];
}
