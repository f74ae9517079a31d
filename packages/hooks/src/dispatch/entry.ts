/** The interface of the engine's own bundle, `engine.cjs`, which the hook loads only if handlers exist. */
import os from 'node:os';
import { createIds, weakRandomHex } from '@hookloom/core';
import type { UnsealedEvent } from '@hookloom/core/events';
import type { HookEvent } from '@hookloom/core/hook';
import { CLIENTS } from '../clients/index.ts';
import { DIALECTS } from '../dialects/index.ts';
import { keepRegistered } from '../registration/keep-registered.ts';
import { processStartedMs } from '../once/handle-once.ts';
import { supervise } from './supervise.ts';
import { privateStateDir } from '../state/state-dir.ts';
import type {
  Answer,
  AnswerRequest,
  EngineBundle,
  Supervised,
} from '../engine/dispatch-request.ts';
import { dispatch } from './dispatch.ts';
import { sessionContext, type ContextRequest } from '../engine/session-context.ts';
import type { DetachedMeta } from '../engine/detach.ts';
import { dispatchEvents } from '../engine/dispatch-events.ts';
import { runCompleted } from '../engine/telemetry.ts';

const ids = createIds(weakRandomHex);

/** Runs the user's handlers for one delivery of a client. */
export async function answer(request: AnswerRequest): Promise<Answer> {
  const { payload, raw, nowMs, nativeEvent, projectDir, env, trustProject } = request;
  const client = CLIENTS[request.client];
  const read = request.event ?? client.parse(payload, { nowMs, raw, nativeEvent });
  const event = { ...read, raw, id: ids.eventId(nowMs) };
  const handed: UnsealedEvent[] = [];
  const moment = contextMoment(process.argv, event);
  const home = homeOf(env);
  const result = await dispatch(
    {
      client,
      event,
      projectDir,
      isOutside: request.target === null,
      env,
      home,
      stateDir: privateStateDir(env),
      trustProject,
      unexplained: true,
      delivery: { startedMs: processStartedMs(), route: process.argv.slice(2).join(' ') },
      ...(moment !== null && {
        recall: () =>
          sessionContext({ ...request, event, moment, handed: (said) => handed.push(said) }),
      }),
      detach: { node: process.execPath, file: request.hookFile, target: request.target },
      causedBy: request.causedBy,
    },
    keepRegistered,
  );
  const context = { event, projectDir, home, causedBy: request.causedBy };
  const { stdout, stderr, exit } = result.rendered;
  const telemetry = [...dispatchEvents(result, client, context), ...handed];
  return { stdout, stderr, exit, telemetry };
}

/** Runs one job to its end in a separate process; null if there is nothing to report. */
export async function superviseJob(
  jobFile: string,
  env: NodeJS.ProcessEnv,
): Promise<Supervised | null> {
  const done = await supervise(jobFile);
  if (done === null) return null;
  const { handler, event, type, target, projectDir, causedBy } =
    done.meta as unknown as DetachedMeta;
  const interpreted = DIALECTS[handler.dialect]().interpret(done.outcome, handler, event);
  const run = { handler, type, interpreted, durationMs: done.outcome.durationMs };
  const context = { event, projectDir, home: homeOf(env), causedBy };
  return { target, telemetry: [runCompleted(run, [], context)] };
}

/** When the installed command requests a context. A resumed session still has its earlier one; a subagent gets none. */
function contextMoment(
  argv: readonly string[],
  { agent_id: agent, event_type: type, subject }: HookEvent,
): ContextRequest['moment'] | null {
  if (agent !== null) return null;
  if (type === 'session_start')
    return subject !== 'resume' && argv.includes('--inject=session') ? 'session' : null;
  return type === 'before_agent' && argv.includes('--inject=prompt') ? 'prompt' : null;
}

function homeOf(env: NodeJS.ProcessEnv): string | null {
  return env['HOME'] ?? env['USERPROFILE'] ?? (os.homedir() || null);
}

/** Keeps the interface and the types that the hook uses for it in sync. */
({ answer, superviseJob }) satisfies EngineBundle;
