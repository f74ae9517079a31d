/**
 * One hook event through the engine: load, plan, run, interpret, merge, render. The composition that the hook command, the
 * worker and the tools for authors share. Never throws for anything a user's hook or file does.
 */
import type { DispatchRequest } from './dispatch-request.ts';
import type { Loss, Rendered } from '@hookloom/core/hook/capability';
import type { HookEvent } from '@hookloom/core/hook/hook-event';
import type { HookEventType } from '@hookloom/core/hook/event-types';
import type { HookResponse } from '@hookloom/core/hook/hook-response';
import { DIALECTS } from '../dialects/index.ts';
import { hookDepth, MAX_HOOK_DEPTH } from '../process/environment.ts';
import { claimOnce, hasRunOnce, releaseOnce } from '../state/once.ts';
import { sessionDir } from '../state/state-dir.ts';
import { createExecutor } from './execute.ts';
import type { ConfigProblem, Handler } from './handler.ts';
import { writeIndex } from './write-index.ts';
import { loadConfig, type LoadedConfig } from './load.ts';
import { merge, type MergeTrace } from './merge.ts';
import { plan, type Planned } from './plan.ts';
import { keepAnswer, takeAnswer } from './repeat.ts';
import { run, type HandlerRun } from './run.ts';
import { openSessionEnvironment } from './session-environment.ts';
import { followSession } from './session.ts';
import { configFiles } from './sources.ts';
import { readTrust, trustOf, type Trust } from './trust.ts';
import { tellUnreviewed } from './unreviewed.ts';

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
}

export async function dispatch(request: DispatchRequest): Promise<Dispatched> {
  const { client, event, projectDir, env, home, stateDir } = request;
  const files =
    request.files ??
    configFiles({ projectDir, home, env }).filter(
      ({ dialect }) => request.unexplained !== true || !client.runsItself.includes(dialect),
    );
  const config = loadConfig(files, DIALECTS);
  if (request.files === undefined && request.dryRun !== true)
    writeIndex(request, config, trustIn(request));
  const state = request.scratch ?? sessionDir(stateDir, client.name, projectDir, event.session_id);
  const environment = openSessionEnvironment({ ...request, state, settings: config.settings });
  const session = followSession({ event, client, state, dryRun: request.dryRun === true });
  const planned: Planned[] = [];
  const runs: HandlerRun[] = [];
  const told = request.dryRun === true ? null : takeAnswer(state, event);
  const responses: HookResponse[] = told === null ? [] : [told];
  let current = event;
  for (const type of told === null ? typesOf(event) : []) {
    const chosen = planType({ request, config, type, state });
    planned.push(...chosen);
    responses.push(...blockedByBrokenGuards(config, type, request));
    if (request.dryRun === true) continue;
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
      dialects: DIALECTS,
      execute,
    });
    current = { ...done.event, event_type: event.event_type };
    environment.collect(done.runs);
    for (const { handler, interpreted } of done.runs)
      if (handler.once && interpreted.reason === 'not_started')
        releaseOnce(state, handler.identity);
    runs.push(...done.runs);
    responses.push(...done.runs.map(({ interpreted }) => interpreted.response));
    // Who is told to go on has not come to the end of its turn.
    if (done.runs.some(({ interpreted }) => interpreted.response.continue_with !== undefined))
      break;
  }
  if (event.event_type === 'session_start' && request.dryRun !== true) {
    const notice = tellUnreviewed(config.handlers, client, trustIn(request));
    if (notice !== null) responses.push(notice);
  }
  const given = request.dryRun === true ? null : ((await request.recall?.(event)) ?? null);
  if (given !== null) responses.push({ decision: 'none', context: given });
  const late = session.takeLateAnswers();
  const { response: merged, trace } = merge([...responses, ...late]);
  const carried =
    request.dryRun === true ? { response: merged, losses: [] } : environment.carry(merged, current);
  const { response, losses } = session.bound(carried.response);
  if (runs.length > 0) keepAnswer(state, event, response);
  const { askFallback } = config.settings;
  const rendered = client.render(response, event, { askFallback });
  return {
    response,
    rendered: { ...rendered, losses: [...rendered.losses, ...carried.losses, ...losses] },
    planned,
    runs,
    losses: runs.map(({ interpreted: { response: own } }) => [
      ...client.render(own, event, { askFallback }).losses,
      ...losses.filter(({ field }) => field in own),
    ]),
    trace,
    problems: config.problems,
  };
}

/** A stop comes before the end of the turn that it may put off. */
export function typesOf(event: HookEvent): HookEventType[] {
  const types = [...new Set([event.event_type, ...event.also])];
  return types.includes('stop') ? ['stop', ...types.filter((type) => type !== 'stop')] : types;
}

interface TypeRequest {
  request: DispatchRequest;
  config: LoadedConfig;
  type: HookEventType;
  /** The session's folder of state. */
  state: string;
}

function planType({ request, config, type, state }: TypeRequest): Planned[] {
  const { client, event, env } = request;
  const off = new Set(
    config.files.filter((file) => file.disablesAll).map(({ file }) => file.dialect),
  );
  return plan({
    event: { ...event, event_type: type },
    type,
    handlers: config.handlers,
    dialects: DIALECTS,
    runsItself: client.runsItself,
    enabled: config.settings.dialects,
    isDisabled: (handler) => off.has(handler.dialect),
    trust: trustIn(request),
    hasRunOnce: (handler) => hasRunOnce(state, handler.identity),
    tooDeep: hookDepth(env) >= MAX_HOOK_DEPTH,
  });
}

/** What the user's own files hold needs no review, and so no record of one. */
function trustIn(request: DispatchRequest): (handler: Handler) => Trust {
  const { trustProject, projectDir, stateDir } = request;
  let record: ReturnType<typeof readTrust> | undefined;
  return (handler) =>
    trustProject === true || handler.source.file.layer === 'user'
      ? 'trusted'
      : trustOf(handler, projectDir, (record ??= readTrust(stateDir, projectDir)));
}

/** Guards that cannot even be compiled deny (fail closed), unless they came with a project that nobody reviewed. */
function blockedByBrokenGuards(
  config: LoadedConfig,
  type: HookEventType,
  { client, projectDir, trustProject, stateDir }: DispatchRequest,
): HookResponse[] {
  const reviewed = (): boolean =>
    trustProject === true || (readTrust(stateDir, projectDir)?.entries.length ?? 0) > 0;
  return config.files.flatMap(({ file, blocked }) =>
    client.runsItself.includes(file.dialect) ||
    blocked.length === 0 ||
    (file.layer !== 'user' && !reviewed())
      ? []
      : blocked
          .filter((guard) => guard.type === type)
          .map(({ reason }): HookResponse => ({ decision: 'deny', reason })),
  );
}
