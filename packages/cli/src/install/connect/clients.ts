/** How each client is connected. Adding one is a file and a line. */
import { planClaudeCode } from './claude-code.ts';
import { planCodex } from './codex.ts';
import { planCopilot } from './copilot.ts';
import { planCursor } from './cursor.ts';
import { planGemini } from './gemini.ts';
import type { ClientPlan, ConnectRequest } from './request.ts';

/** In the order in which they are shown. */
export const CONNECTABLE = ['claude-code', 'codex', 'gemini', 'cursor', 'copilot'] as const;
export type Connectable = (typeof CONNECTABLE)[number];

export const CLIENT_PLANS: Readonly<Record<Connectable, (request: ConnectRequest) => ClientPlan>> =
  {
    'claude-code': planClaudeCode,
    codex: planCodex,
    gemini: planGemini,
    cursor: planCursor,
    copilot: planCopilot,
  };
