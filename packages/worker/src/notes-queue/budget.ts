/** The daily cost limit and the cost so far. Reads the ledger of every workspace before each call. */
import type { Clock, SummarizerUsage } from '@hookloom/core/events';
import type { NoteProviderSettings, NoteSettings } from '@hookloom/core/settings';
import { noteLedger } from '../operations/note-queue.ts';
import type { Workspaces } from '../workspaces/workspaces.ts';

export interface Spent {
  tokens: number;
  usd: number;
}

/** The day of the ledger, in UTC. */
export function today(clock: Clock): string {
  return new Date(clock.now()).toISOString().slice(0, 10);
}

export async function spentToday(workspaces: Workspaces, clock: Clock): Promise<Spent> {
  const spent: Spent = { tokens: 0, usd: 0 };
  for (const { runtime } of await workspaces.all()) {
    const { totals } = await noteLedger(runtime.context, { day: today(clock) });
    spent.tokens += totals.input_tokens + totals.output_tokens;
    spent.usd += totals.cost_usd;
  }
  return spent;
}

export function costOf(price: NoteProviderSettings['price'], usage: SummarizerUsage): number {
  if (usage.costUsd !== undefined) return usage.costUsd;
  if (price === null) return 0;
  return (usage.inputTokens * price.input + usage.outputTokens * price.output) / 1_000_000;
}

/** Whether even the most expensive outcome of the call stays within both limits. */
export function isAffordable(
  budget: NoteSettings['budget'],
  spent: Spent,
  { price, provider }: NoteProviderSettings,
  estimate: SummarizerUsage,
): boolean {
  const tokens = spent.tokens + estimate.inputTokens + estimate.outputTokens;
  if (budget.tokens <= 0 || tokens > budget.tokens) return false;
  // The cost of the agent SDK is only known afterwards.
  if (provider === 'claude-agent-sdk' && price === null) return spent.usd < budget.usd;
  const cost = costOf(price, estimate);
  return cost === 0 || spent.usd + cost <= budget.usd;
}
