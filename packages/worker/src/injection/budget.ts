/**
 * How many bytes of context a client accepts at session start before it cuts the text. The limits are in
 * docs/reference/client-behaviour.md ("context" of each client).
 */
import type { ClientName } from '@hookloom/core/hook/event-types';

/** Bytes. Below each client's own limit, with room for the context of the user's hooks. */
const LIMITS: Readonly<Partial<Record<ClientName, number>>> = {
  'claude-code': 8_000,
  codex: 8_000,
  copilot: 8_000,
};
export const DEFAULT_BUDGET = 8_000;
export const MAX_BUDGET = 64_000;

export function budgetOf(client: string | undefined, asked?: number): number {
  const limit = LIMITS[(client ?? '') as ClientName] ?? DEFAULT_BUDGET;
  return asked === undefined ? limit : Math.min(Math.max(0, Math.floor(asked)), MAX_BUDGET);
}
