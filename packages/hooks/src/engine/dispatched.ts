import type { HookResponse, Loss, Rendered } from '@hookloom/core/hook';
import type { ConfigProblem } from './handler.ts';
import type { MergeTrace } from './merge.ts';
import type { Planned } from './plan.ts';
import type { GuardReport } from './report.ts';
import type { Refusal } from './review/refusals.ts';
import type { HandlerRun } from './run.ts';

/** The engine's result for one event. */
export interface Dispatched {
  response: HookResponse;
  rendered: Rendered;
  /** In declared order, followed by the types of `event.also`. */
  planned: Planned[];
  runs: HandlerRun[];
  /** For each run, by position, what the client loses of its answer. */
  losses: Loss[][];
  trace: MergeTrace;
  problems: ConfigProblem[];
  /** Hooks that did not run as a person expects. */
  reports: GuardReport[];
  /** Those about a critical hook whose calls are refused, if the event can be refused. */
  refusals: Refusal[];
  /** How to answer an `ask` that the client cannot show. */
  askFallback: 'deny' | 'none';
}
