/** What Qwen Code honours of an answer (docs/reference/client-behaviour.md#qwen-code). */
import type { HookEvent, HookResponse, Rendered } from '@hookloom/core/hook';
import { honourClaude } from '../claude-code/honour.ts';
import { taken } from './answer.ts';

export function honourQwen(
  rendered: Pick<Rendered, 'stdout' | 'stderr' | 'exit'>,
  event: HookEvent,
): HookResponse {
  return taken(honourClaude(rendered, event), event);
}
