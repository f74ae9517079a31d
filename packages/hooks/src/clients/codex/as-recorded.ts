/** Codex's payloads as they are recorded: the client's part of the hook path. */
import type { HookContext, HookEvent } from '@hookloom/core/hook';
import { withStatus } from './exit-status.ts';

export function asCodexRecorded(event: HookEvent, context: HookContext): [HookEvent, HookContext] {
  return [withStatus(event), context];
}
