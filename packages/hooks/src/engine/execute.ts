/** Starts one handler: its input, folder and environment, and its supervision if no one waits for it. */
import type { DetachedMeta } from './detach.ts';
import type { HookEvent, HookEventType } from '@hookloom/core/hook';
import type { InputContext } from '../dialects/dialect.ts';
import { DIALECTS } from '../dialects/index.ts';
import { handlerEnvironment, hookDepth } from '../process/environment.ts';
import { runHttp } from '../process/run-http.ts';
import { runProcess } from '../process/run-process.ts';
import { startDetached } from '../state/async-jobs.ts';
import { definitionFolder, mayNamePaths } from './sources.ts';
import type { DispatchRequest } from './dispatch-request.ts';
import type { Handler } from './handler.ts';
import { withResolvedPaths } from './review/resolved-paths.ts';
import type { RawOutcome } from './outcome.ts';
import type { Execute } from './run.ts';
import type { SessionEnvironment } from './session-environment.ts';

export interface ExecutorRequest extends DispatchRequest {
  type: HookEventType;
  /** The session's state folder. */
  state: string;
  context: InputContext;
  environment: SessionEnvironment;
}

export function createExecutor(request: ExecutorRequest): Execute {
  const { type, state, context, detach, env, projectDir } = request;
  const start = async (handler: Handler, event: HookEvent): Promise<RawOutcome | 'detached'> => {
    const dialect = DIALECTS[handler.dialect]();
    const body = JSON.stringify(dialect.buildInput(event, handler, context));
    // Answers at the end of a session have no effect, and clients wait only about a second
    // (docs/reference/client-behaviour.md#at-a-glance).
    const inBackground = detach !== null && (handler.async || type === 'session_end');
    const environment = handlerEnvironment({
      base: env,
      dialect: dialect.environment(event, handler, context),
      handlerEnv: handler.env,
      projectDir,
      eventCwd: event.cwd,
      // A background handler ends after the variables are needed.
      envFile: inBackground ? null : request.environment.fileFor(handler, type),
      depth: hookDepth(env),
      session: request.environment.known,
    });
    const folder = definitionFolder(handler.source.file, projectDir);
    const given = dialect.actionFor?.(handler, environment) ?? handler.action;
    const isPlain = folder === projectDir || !mayNamePaths(given);
    const action = isPlain ? given : withResolvedPaths(given, folder);
    const task = {
      action,
      // Not the agent's folder: the guard must still be found after its `cd`.
      cwd: projectDir,
      env: environment,
      stdin: `${body}\n`,
      timeoutMs: handler.timeoutMs,
    };
    if (inBackground) {
      const { target } = detach;
      const { causedBy } = request;
      const meta: DetachedMeta = {
        handler,
        event: { ...event, raw: '' },
        type,
        projectDir,
        target,
        ...(causedBy === undefined ? {} : { causedBy }),
      };
      const started = startDetached({ sessionDir: state, task, meta }, detach);
      return started.kind === 'started' ? 'detached' : notStarted(started.kind);
    }
    return action.kind === 'http'
      ? await runHttp({ action, body, env: environment, timeoutMs: handler.timeoutMs })
      : await runProcess({ ...task, action });
  };
  return async (handler, event) => {
    try {
      return await start(handler, event);
    } catch (error) {
      // For example, the disk is full. Only this handler could not start.
      return notStarted((error as NodeJS.ErrnoException).code ?? 'failed');
    }
  };
}

function notStarted(reason: string): RawOutcome {
  return {
    kind: 'process',
    exitCode: null,
    signal: null,
    timedOut: false,
    startError: reason,
    stdout: '',
    stderr: '',
    truncated: false,
    durationMs: 0,
  };
}
