/** Asks the models in order, within the day's budget. Records every result in the ledger before it is used. */
import {
  byOperation,
  SummarizerFailure,
  type Clock,
  type Summarizer,
  type SummarizerAnswer,
  type SummarizerFailureKind,
  type SummarizerRequest,
  type SummarizerUsage,
  type UnsealedEvent,
} from '@hookloom/core/events';
import type { NoteProviderSettings, NoteSettings } from '@hookloom/core/settings';
import { configuredSummarizer } from '../summarizers/providers/configured.ts';
import type { OpenWorkspace, Workspaces } from '../workspaces/workspaces.ts';
import { costOf, isAffordable, spentToday, today, type Spent } from './budget.ts';

/** How long a provider is paused after each kind of failure. */
const PAUSE_MS: Record<SummarizerFailureKind, number> = {
  transient: 60_000,
  rate_limit: 120_000,
  quota: 3_600_000,
  auth: 900_000,
  setup: 900_000,
  unusable: 60_000,
};

export interface ModelAnswer {
  madeBy: string;
  answer: SummarizerAnswer;
}

export interface ProviderStatus {
  provider: string;
  model: string;
  state: 'ready' | 'paused';
  last_failure: SummarizerFailureKind | null;
  /** A sentence without texts and keys. */
  last_reason: string | null;
}

export interface ModelStatus {
  /** `off`: no model is configured, or the budget is zero. */
  state: 'off' | 'ready' | 'paused' | 'budget_spent';
  providers: ProviderStatus[];
  refused: string[];
  budget: { tokens: number; usd: number };
  spent_today: Spent;
}

interface Provider {
  settings: NoteProviderSettings;
  summarizer: Summarizer | null;
  pausedUntil: number;
  failure: SummarizerFailure | null;
}

export function createModels(options: {
  settings: NoteSettings;
  workspaces: Workspaces;
  clock: Clock;
  monotonic(): number;
}) {
  const { settings, workspaces, clock, monotonic } = options;
  const stopping = new AbortController();
  const refused = [...settings.refused];
  const providers: Provider[] = settings.providers.map((one) => ({
    settings: one,
    summarizer: null,
    pausedUntil: 0,
    failure: null,
  }));
  let spentDay: string | null = null;
  const isOff = providers.length === 0 || settings.budget.tokens <= 0;
  const ready = (): Provider[] => providers.filter(({ pausedUntil }) => pausedUntil <= monotonic());

  async function summarizerOf(provider: Provider): Promise<Summarizer | null> {
    if (provider.summarizer !== null) return provider.summarizer;
    const made = await configuredSummarizer(provider.settings);
    if (typeof made === 'string') {
      pause(provider, new SummarizerFailure('setup', made));
      return null;
    }
    return (provider.summarizer = made);
  }

  function pause(provider: Provider, failure: SummarizerFailure): void {
    provider.failure = failure;
    provider.pausedUntil = monotonic() + PAUSE_MS[failure.kind];
  }

  async function askOne(
    provider: Provider,
    open: OpenWorkspace,
    log: string,
    request: SummarizerRequest,
  ): Promise<ModelAnswer | 'failed' | 'too_dear'> {
    const summarizer = await summarizerOf(provider);
    if (summarizer === null) return 'failed';
    const spent = await spentToday(workspaces, clock);
    const estimate = summarizer.estimate(request);
    if (!isAffordable(settings.budget, spent, provider.settings, estimate)) return 'too_dear';
    const enter = (usage: SummarizerUsage, failure: SummarizerFailure | null): Promise<unknown> =>
      open.runtime.store.append(log, [
        ledgerEvent(provider.settings, request, usage, { day: today(clock), failure }),
      ]);
    try {
      const answer = await summarizer.summarize(request, stopping.signal);
      await enter(answer.usage, null);
      provider.failure = null;
      return { madeBy: `${summarizer.provider}:${summarizer.model}`, answer };
    } catch (error) {
      const failure =
        error instanceof SummarizerFailure
          ? error
          : new SummarizerFailure('unusable', 'The answer could not be read.', {
              inputTokens: estimate.inputTokens,
              outputTokens: 0,
            });
      if (stopping.signal.aborted) throw new StoppedError();
      pause(provider, failure);
      await enter(failure.usage, failure);
      return 'failed';
    }
  }

  return {
    /** Null if no model is available or has answered. The notes are then made by rules. */
    async ask(
      open: OpenWorkspace,
      log: string,
      request: SummarizerRequest,
    ): Promise<ModelAnswer | null> {
      if (isOff) return null;
      let tooDear = 0;
      for (const provider of ready()) {
        const answer = await askOne(provider, open, log, request);
        if (typeof answer === 'object') return answer;
        if (answer === 'too_dear') tooDear++;
      }
      if (tooDear === providers.length) spentDay = today(clock);
      return null;
    },
    /** False if notes are made by rules at once. */
    isAskable: () => !isOff && ready().length > 0 && spentDay !== today(clock),
    async status(): Promise<ModelStatus> {
      const isSpent = spentDay === today(clock);
      const state = isOff
        ? 'off'
        : isSpent
          ? 'budget_spent'
          : ready().length > 0
            ? 'ready'
            : 'paused';
      return {
        state,
        providers: providers.map(({ settings: { provider, model }, pausedUntil, failure }) => ({
          provider,
          model,
          state: pausedUntil <= monotonic() ? ('ready' as const) : ('paused' as const),
          last_failure: failure?.kind ?? null,
          last_reason: failure?.message ?? null,
        })),
        refused,
        budget: settings.budget,
        spent_today: await spentToday(workspaces, clock),
      };
    },
    stop: () => stopping.abort(),
  };
}

/** The worker is ending, so the work goes back to the queue. */
export class StoppedError extends Error {}

function ledgerEvent(
  { provider, model, price }: NoteProviderSettings,
  { groups, turn }: SummarizerRequest,
  usage: SummarizerUsage,
  { day, failure }: { day: string; failure: SummarizerFailure | null },
): UnsealedEvent {
  return byOperation({
    type: 'summarizer.called',
    actorId: 'hookloom-notes',
    payload: {
      provider,
      model,
      ok: failure === null,
      input_tokens: usage.inputTokens,
      output_tokens: usage.outputTokens,
      cost_usd: costOf(price, usage),
      day,
      items: groups.length + (turn === null ? 0 : 1),
      ...(failure !== null && { error: failure.kind }),
    },
    origin: { channel: 'system' },
  });
}
