/** Critical hooks that do not run refuse the calls that they guard, with a reason that says what to do. */
import type { HookEvent, HookEventType, HookResponse } from '@hookloom/core/hook';
import { DIALECTS } from '../../dialects/index.ts';
import type { DialectName, Handler, HandlerSource, LoadedFile } from '../handler.ts';
import { matches } from '../../dialects/matcher.ts';
import type { Planned, Verdict } from '../plan.ts';
import type { GuardReport } from '../report.ts';
import { DENIABLE } from '../failed-run.ts';
import { binds } from '../switches.ts';
import { isOwned } from './reviewed-scope.ts';
import type { GuardOnRecord, Reviews } from './reviews.ts';

export interface RefusalRequest {
  reviews: Reviews;
  event: HookEvent;
  type: HookEventType;
  planned: readonly Planned[];
  files: readonly LoadedFile[];
  /** Languages whose hooks the client runs itself. */
  runsItself: readonly DialectName[];
  projectDir: string;
  /** Hooks that were never reviewed run, and so may refuse. */
  trustProject: boolean;
  placeOf(source: HandlerSource): string;
}

export interface GuardAnswer {
  response: HookResponse;
  report: GuardReport;
}

export interface Refusal extends GuardAnswer {
  /** The guard in its current state, or as recorded if it is missing. Null if it cannot be compiled. */
  handler: Handler | null;
  /** Why it did not run and what to do. */
  why: string;
}

const REVIEW = 'A person can review it in a terminal: hookloom hooks trust';
/** Why a guard does not run although it has not changed. */
const HINDERED: Partial<Record<Verdict, string>> = {
  too_deep: 'hooks have started each other too many times over (HOOKLOOM_HOOK_DEPTH)',
  matcher_timed_out: 'its matcher takes too long for this call; write a simpler one',
};

export function refusals(request: RefusalRequest): Refusal[] {
  const { reviews, type, planned, runsItself } = request;
  const onRecord = reviews.guards(
    (guard) => guard.type === type && !runsItself.includes(guard.dialect) && covers(guard, request),
  );
  const said = onRecord.flatMap((guard) => ofGuard(guard, request));
  const seen = new Set(onRecord.map(({ current }) => current));
  for (const { handler, verdict } of planned) {
    const why = HINDERED[verdict];
    if (why === undefined || !handler.critical || seen.has(handler)) continue;
    const trust = reviews.trust(handler);
    if (trust === 'trusted' || (trust === 'untrusted' && request.trustProject))
      said.push(refuse('not_run', handler, `${why}.`, request));
  }
  return [...said, ...request.files.flatMap((file) => ofBroken(file, request))];
}

/** The answers to the client: one for all guards that did not run for the same reason. */
export function answersOf(found: readonly Refusal[]): HookResponse[] {
  const alike = new Map<string, Refusal[]>();
  for (const one of found) {
    const key = JSON.stringify([one.report.refused, one.why]);
    alike.set(key, [...(alike.get(key) ?? []), one]);
  }
  return [...alike.values()].map((group) => {
    const [{ response, report, why }] = group as [Refusal];
    const files = [...new Set(group.map((one) => one.report.file!))];
    return files.length === 1 ? response : answer(report.refused, files, why);
  });
}

/** Whether a recorded guard covers this event. If in doubt, it does. */
export function covers(guard: Handler, { event }: Pick<RefusalRequest, 'event'>): boolean {
  try {
    const dialect = DIALECTS[guard.dialect]();
    const values = dialect.matcherValues(event, guard);
    if (values.length > 0) {
      const { matched, timedOut } = matches(guard.matcher, values);
      if (!matched && !timedOut) return false;
    }
    return dialect.conditionHolds?.(event, guard) !== false;
  } catch {
    return true;
  }
}

function ofGuard(guard: GuardOnRecord, request: RefusalRequest): Refusal[] {
  const { reviews, planned } = request;
  const { current, handler, state, changes } = guard;
  if (reviews.isOffOnRecord(current ?? handler)) return [];
  if (state !== 'trusted') {
    const what = `${changes.slice(0, 3).join('; ')}.`;
    const kind = state === 'removed' ? 'removed' : 'changed';
    return [refuse(kind, current ?? handler, what, request, REVIEW)];
  }
  const off = reviews.offBy(handler);
  if (off !== null) {
    const what = `${off.text} in ${reviews.shown(off.file.path)} turns it off.`;
    return [refuse('switched_off', handler, what, request, REVIEW)];
  }
  const verdict = planned.find((one) => one.handler === current)?.verdict;
  const why = verdict === undefined ? undefined : HINDERED[verdict];
  return why === undefined ? [] : [refuse('not_run', handler, `${why}.`, request)];
}

/** Guards that cannot be compiled. Those of the user refuse; those of a project have no effect before a review. */
function ofBroken({ file, blocked }: LoadedFile, request: RefusalRequest): Refusal[] {
  const { reviews, type, runsItself, projectDir, trustProject } = request;
  if (blocked.length === 0 || runsItself.includes(file.dialect)) return [];
  if (!isOwned(file, projectDir) && !trustProject) return [];
  const isOff = reviews
    .switches()
    .some(
      ({ file: { layer }, dialects, names }) =>
        names === null && binds(layer, file.layer) && dialects.includes(file.dialect),
    );
  if (isOff) return [];
  return blocked
    .filter((guard) => guard.type === type)
    .map(({ reason, event }) => ({
      handler: null,
      why: reason,
      response: { decision: 'deny', reason },
      report: {
        kind: 'not_run',
        refused: true,
        critical: true,
        file: reviews.shown(file.path),
        hook_event: event,
        detail: reason,
      },
    }));
}

function refuse(
  kind: GuardReport['kind'],
  handler: Handler,
  why: string,
  { type, placeOf }: RefusalRequest,
  remediation = '',
): Refusal {
  const { source, event } = handler;
  const refused = DENIABLE.has(type);
  const file = placeOf(source);
  const text = `${why} ${remediation}`.trimEnd();
  return {
    handler,
    why: text,
    response: answer(refused, [file], text),
    report: { kind, refused, critical: true, file, hook_event: event, detail: why },
  };
}

function answer(refused: boolean, files: readonly string[], why: string): HookResponse {
  const what = files.length === 1 ? 'a critical hook' : `${files.length} critical hooks`;
  const said = `${what} did not run (${files.join(', ')}): ${why}`;
  if (!refused)
    return { decision: 'none', system_message: `${said[0]!.toUpperCase()}${said.slice(1)}` };
  const reason = `Refused: ${said}`;
  return { decision: 'deny', reason, system_message: reason };
}
