/** Qwen Code's payloads as they are recorded: the client's part of the hook path. */
import type { HookContext, HookEvent } from '@hookloom/core/hook';
import { withoutFrame } from './shell-output.ts';

export function asQwenRecorded(event: HookEvent, context: HookContext): [HookEvent, HookContext] {
  return [withoutFrame(event), context];
}
