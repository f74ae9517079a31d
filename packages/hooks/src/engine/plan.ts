/** Which handlers fire for an event, in which order, and why the others do not. Pure. */
import type { HookEvent, HookEventType } from '@hookloom/core/hook';
import { DIALECTS } from '../dialects/index.ts';
import type { DialectName, Handler } from './handler.ts';
import { matches } from '../dialects/matcher.ts';
import { isOwnCommand } from '../found/own-command.ts';

export type Verdict =
  | 'fires'
  /** Its matcher or its condition does not match. */
  | 'matcher_differs'
  | 'condition_differs'
  /** The pattern exceeded its time limit. A critical guard then refuses. */
  | 'matcher_timed_out'
  /** An equal definition comes earlier, and its language runs equal ones once. */
  | 'duplicate'
  /** This client runs the file itself. */
  | 'runs_in_client'
  /** It is our own installed command. */
  | 'own_command'
  /** A project's hook that was never reviewed or has changed since. */
  | 'untrusted'
  | 'modified'
  | 'disabled'
  | 'already_ran_once'
  /** A hook started the client that fired this event, and that is nested too deeply. */
  | 'too_deep';

export interface Planned {
  handler: Handler;
  verdict: Verdict;
}

export interface PlanRequest {
  event: HookEvent;
  /** `event.event_type` or one of `event.also`. */
  type: HookEventType;
  /** From all files, in declared order. */
  handlers: readonly Handler[];
  runsItself: readonly DialectName[];
  /** Whether an effective switch turns the hook off. */
  isDisabled(handler: Handler): boolean;
  trust(handler: Handler): 'trusted' | 'untrusted' | 'modified';
  hasRunOnce(handler: Handler): boolean;
  tooDeep: boolean;
}

/** Every handler of this type with its verdict, in declared order: files by layer, groups, handlers. */
export function plan(request: PlanRequest): Planned[] {
  const seen = new Set<string>();
  return request.handlers
    .filter((handler) => handler.type === request.type)
    .map((handler) => {
      const verdict = verdictOf(handler, request, seen);
      if (verdict === 'fires') seen.add(handler.identity);
      return { handler, verdict };
    });
}

function verdictOf(handler: Handler, request: PlanRequest, seen: Set<string>): Verdict {
  const { event } = request;
  if (isOwnCommand(handler)) return 'own_command';
  if (request.runsItself.includes(handler.dialect)) return 'runs_in_client';
  if (request.isDisabled(handler)) return 'disabled';
  const dialect = DIALECTS[handler.dialect]();
  const values = dialect.matcherValues(event, handler);
  if (values.length > 0) {
    const { matched, timedOut } = matches(handler.matcher, values);
    if (timedOut) return 'matcher_timed_out';
    if (!matched) return 'matcher_differs';
  }
  if (dialect.conditionHolds?.(event, handler) === false) return 'condition_differs';
  if (request.tooDeep) return 'too_deep';
  const trust = request.trust(handler);
  if (trust !== 'trusted') return trust;
  // Claude Code and Gemini CLI run equal definitions once; Codex and the toml language run each.
  const runsOnce = handler.dialect === 'claude' || handler.dialect === 'gemini';
  if (runsOnce && seen.has(handler.identity)) return 'duplicate';
  if (handler.once && request.hasRunOnce(handler)) return 'already_ran_once';
  return 'fires';
}
