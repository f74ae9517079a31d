import type { HookResponse, Loss, Rendered } from '@hookloom/core/hook';
import type { ConfigProblem } from './handler.ts';
import type { MergeTrace } from './merge.ts';
import type { Planned } from './plan.ts';
import type { GuardReport } from './report.ts';
import type { Refusal } from './review/refusals.ts';
import type { HandlerRun } from './run.ts';

/** What the engine made of one event. */
export interface Dispatched {
  response: HookResponse;
  rendered: Rendered;
  /** In declared order, the types of `event.also` behind. */
  planned: Planned[];
  runs: HandlerRun[];
  /** For each run what its own answer loses under this client, by position. */
  losses: Loss[][];
  trace: MergeTrace;
  problems: ConfigProblem[];
  /** Hooks that did not run as a person relies on. */
  reports: GuardReport[];
  /** Those of them about a critical hook whose calls are refused, where the event can be. */
  refusals: Refusal[];
  /** What becomes of an `ask` that the client cannot ask. */
  askFallback: 'deny' | 'none';
}
