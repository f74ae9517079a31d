/**
 * One hook event through the engine: load, plan, run, interpret, merge, render. The composition that the hook command, the
 * worker and the tools for authors share. Never throws for anything a user's hook or file does.
 */
import type { DispatchRequest } from '../engine/dispatch-request.ts';
import { attempt } from '@hookloom/core';
import type { HookEvent, HookEventType, HookResponse } from '@hookloom/core/hook';
import { withAgentTask } from '../clients/claude-code/agent-task.ts';
import { hookDepth, MAX_HOOK_DEPTH } from '../process/environment.ts';
import type { GuardReport } from '../engine/report.ts';
import { leaveMark, protect } from '../engine/protect/protect.ts';
import { pinGuards } from '../engine/review/accept.ts';
import { needsReviews } from '../engine/review/record-paths.ts';
import { answersOf, refusals, type Refusal, type GuardAnswer } from '../engine/review/refusals.ts';
import { openReviews, type Reviews } from '../engine/review/reviews.ts';
import { reportReviews } from '../engine/review/report-reviews.ts';
import { placeOf, lossesOfRun } from '../engine/telemetry.ts';
import { claimOnce, hasRunOnce, releaseOnce } from '../state/once.ts';
import { sessionDir } from '../state/state-dir.ts';
import { deliver } from './deliver.ts';
import type { Dispatched } from '../engine/dispatched.ts';
import { createExecutor } from '../engine/execute.ts';
import type { HandlerSource } from '../engine/handler.ts';
import { writeIndex } from '../engine/write-index.ts';
import { loadConfig, type LoadedConfig } from '../engine/load.ts';
import { merge } from '../engine/merge.ts';
import { plan, type Planned } from '../engine/plan.ts';
import { run, type HandlerRun } from '../engine/run.ts';
import { openSessionEnvironment } from '../engine/session-environment.ts';
import { followSession } from '../engine/session.ts';
import { configFiles } from '../engine/sources.ts';
import fs from 'node:fs';
import path from 'node:path';
import { indexFile } from '../engine/handler-index.ts';

type KeepRegistered = (request: DispatchRequest, config: LoadedConfig) => GuardAnswer[];

/** @param keepRegistered Updates the events registered in the client's settings. Absent for what no client delivers. */
export async function dispatch(
  request: DispatchRequest,
  keepRegistered?: KeepRegistered,
): Promise<Dispatched> {
  return deliver(request, (delivered) => dispatchCall(delivered, keepRegistered));
}

async function dispatchCall(
  request: DispatchRequest,
  keepRegistered: KeepRegistered | undefined,
): Promise<Dispatched> {
  const { client, event, projectDir, stateDir } = request;
  const files =
    request.files ??
    configFiles(request).filter(
      ({ dialect }) => request.unexplained !== true || !client.runsItself.includes(dialect),
    );
  const config = loadConfig(files);
  const isDry = request.dryRun === true;
  const reviews = reviewsFor(request, config);
  if (request.files === undefined && !isDry) writeIndex(request, config, reviews);
  const isDue = request.files === undefined && !isDry && isRegistrationDue(request, config);
  const unfired =
    isDue && keepRegistered !== undefined ? attempt(() => keepRegistered(request, config), []) : [];
  const state = request.scratch ?? sessionDir(stateDir, client.name, projectDir, event.session_id);
  const environment = openSessionEnvironment({ ...request, state, settings: config.settings });
  const session = followSession({ event, client, state, dryRun: isDry });
  const planned: Planned[] = [];
  const runs: HandlerRun[] = [];
  const responses: HookResponse[] = [];
  const reports: GuardReport[] = [];
  const refused: Refusal[] = [];
  const say = (said: readonly GuardAnswer[]): void => {
    responses.push(...said.map(({ response }) => response));
    reports.push(...said.map(({ report }) => report));
  };
  say(unfired);
  const guarded = { request, reviews, state };
  if (!isDry && request.files === undefined) {
    const found = protect(guarded);
    responses.push(...found.responses);
    reports.push(...found.reports);
  }
  let current = event.event_type === 'subagent_start' ? withAgentTask(event) : event;
  for (const type of typesOf(event)) {
    const chosen = planType({ request, config, reviews, type, state });
    planned.push(...chosen);
    if (reviews !== null) {
      const found = refusals({ ...reviewed(request, config, reviews), type, planned: chosen });
      responses.push(...answersOf(found));
      reports.push(...found.map(({ report }) => report));
      refused.push(...found);
    }
    if (isDry) continue;
    const firing = chosen.flatMap(({ handler, verdict }) => (verdict === 'fires' ? [handler] : []));
    const handlers = firing.filter(
      (handler) => !handler.once || claimOnce(state, handler.identity) === 'claimed',
    );
    if (handlers.length === 0) continue;
    const context = { turnNumber: session.turn, projectDir };
    const execute = createExecutor({ ...request, type, state, context, environment });
    const done = await run({
      event: { ...current, event_type: type },
      type,
      handlers,
      execute,
      replacedFiles: (handler) =>
        reviews !== null && reviews.isKnown(handler) ? reviews.replacedSince(handler) : [],
      placeOf: ({ source }) => placeOf(source, request),
    });
    current = { ...done.event, event_type: event.event_type };
    environment.collect(done.runs);
    for (const { handler, interpreted } of done.runs)
      if (handler.once && interpreted.reason === 'not_started')
        releaseOnce(state, handler.identity);
    runs.push(...done.runs);
    responses.push(...done.runs.map(({ interpreted }) => interpreted.response));
    // A refused stop is not the end of a turn.
    if (done.runs.some(({ interpreted }) => interpreted.response.continue_with !== undefined))
      break;
  }
  if (reviews !== null && !isDry && request.files === undefined)
    say(reportReviews({ ...reviewed(request, config, reviews), config, planned, state }));
  const given = isDry ? null : ((await request.recall?.(event)) ?? null);
  if (given !== null) responses.push({ decision: 'none', ...given });
  const late = session.takeLateAnswers();
  const { response: merged, trace } = merge([...responses, ...late]);
  const carried = isDry ? { response: merged, losses: [] } : environment.carry(merged, current);
  const { response, losses } = session.bound(carried.response);
  if (!isDry) leaveMark(guarded);
  const { askFallback } = config.settings;
  const rendered = client.render(response, event, { askFallback });
  return {
    response,
    rendered: { ...rendered, losses: [...rendered.losses, ...carried.losses, ...losses] },
    planned,
    runs,
    losses: runs.map((one) =>
      lossesOfRun(one, {
        client,
        event,
        environment,
        merged: response,
        taken: losses,
        askFallback,
      }),
    ),
    trace,
    problems: config.problems,
    reports,
    refusals: refused,
    askFallback,
  };
}

/** A stop comes before the end of the turn that it may delay. */
export function typesOf(event: HookEvent): HookEventType[] {
  const types = [...new Set([event.event_type, ...event.also])];
  return types.includes('stop') ? ['stop', ...types.filter((type) => type !== 'stop')] : types;
}

interface TypeRequest {
  request: DispatchRequest;
  config: LoadedConfig;
  reviews: Reviews | null;
  type: HookEventType;
  /** The session's state folder. */
  state: string;
}

function planType({ request, config, reviews, type, state }: TypeRequest): Planned[] {
  const { client, event, env, trustProject } = request;
  return plan({
    event: { ...event, event_type: type },
    type,
    handlers: config.handlers,
    runsItself: client.runsItself,
    isDisabled: (handler) => (reviews?.offBy(handler) ?? null) !== null,
    trust(handler) {
      const trust = reviews?.trust(handler) ?? 'trusted';
      return trust === 'untrusted' && trustProject === true ? 'trusted' : trust;
    },
    hasRunOnce: (handler) => hasRunOnce(state, handler.identity),
    tooDeep: hookDepth(env) >= MAX_HOOK_DEPTH,
  });
}

/** Null if nothing here needs a review and there is no record. Records new critical hooks of the user first. */
function reviewsFor(request: DispatchRequest, config: LoadedConfig): Reviews | null {
  const { projectDir, stateDir, home, env } = request;
  const place = { projectDir, stateDir, home, env };
  if (!needsReviews(config, place)) return null;
  return request.dryRun !== true && request.files === undefined
    ? pinGuards(config, place, new Date().toISOString())
    : openReviews(config, place);
}

/** The inputs for the texts of refusals and messages. */
function reviewed(request: DispatchRequest, config: LoadedConfig, reviews: Reviews) {
  const { client, event, projectDir, home } = request;
  return {
    reviews,
    client,
    event,
    projectDir,
    files: config.files,
    runsItself: client.runsItself,
    trustProject: request.trustProject === true,
    placeOf: (source: HandlerSource) => placeOf(source, { projectDir, home }),
  };
}

/**
 * Whether the client's registration must be compared with its hook files again: at the start of a session, and whenever
 * the set of events that the hook files use has changed since the last check. If this cannot be determined, `hooks
 * doctor` still finds events that are not registered.
 */
function isRegistrationDue(request: DispatchRequest, config: LoadedConfig): boolean {
  const { client, event, projectDir, env, stateDir, detach } = request;
  // In a trial or a test, no process may outlive this one, so nothing can be started.
  if (detach === null || client.name === 'generic') return false;
  return attempt(() => {
    const file = indexFile(stateDir, client.name, projectDir, env).replace(/json$/, 'used');
    const used = usedBy(config);
    if (fs.existsSync(file) && fs.readFileSync(file, 'utf8') === used)
      return event.event_type === 'session_start';
    fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    fs.writeFileSync(file, used, { mode: 0o600 });
    return true;
  }, false);
}

function usedBy({ handlers }: LoadedConfig): string {
  const uses = handlers.map(({ type, dialect, critical }) => `${type} ${dialect} ${critical}`);
  return [...new Set(uses)].sort().join('\n');
}
