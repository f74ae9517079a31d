/**
 * What the real client honours of an answer, as strictly as observed (docs/reference/client-behaviour.md): the model of
 * the client for tests, `hooks run` and `tryHook`. Independent of how answers are rendered.
 */
import type { ClientName, HookEvent, HookResponse, Rendered } from '@hookloom/core/hook';
import { enforceClaude } from './claude-code/enforce.ts';
import { enforceCodex } from './codex/enforce.ts';
import { enforceCopilot } from './copilot/enforce.ts';
import { enforceCursor } from './cursor/enforce.ts';
import { enforceGemini } from './gemini/enforce.ts';
import { enforceGeneric } from './generic/enforce.ts';
import { acceptedParts } from './qwen/words.ts';

type Enforce = (
  rendered: Pick<Rendered, 'stdout' | 'stderr' | 'exit'>,
  event: HookEvent,
) => HookResponse;

export const ENFORCE: Readonly<Record<ClientName, Enforce>> = {
  'claude-code': enforceClaude,
  codex: enforceCodex,
  gemini: enforceGemini,
  cursor: enforceCursor,
  copilot: enforceCopilot,
  qwen: (rendered, event) => acceptedParts(enforceClaude(rendered, event), event),
  generic: enforceGeneric,
};
