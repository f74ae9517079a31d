/**
 * Environment variables that hooks set for a session. Each handler writes its own file. The files are read in declared
 * order and passed on in the client's way.
 */
import fs from 'node:fs';
import type { HookEvent, HookEventType, HookResponse, Loss } from '@hookloom/core/hook';
import { attempt, isJsonObject, parseJsonObject, replaceFile } from '@hookloom/core';
import { isDangerousName } from '../process/dangerous-names.ts';
import {
  createEnvFile,
  prefixCommand,
  readEnvFile,
  removeEnvFile,
  renderShellExports,
} from '../process/env-file.ts';
import type { DispatchRequest } from './dispatch-request.ts';
import type { Handler } from './handler.ts';
import type { HandlerRun } from './run.ts';
import type { EngineSettings } from './settings.ts';

/** Events whose handlers may set variables. */
const TYPES: ReadonlySet<HookEventType> = new Set([
  'session_start',
  'setup',
  'cwd_changed',
  'file_changed',
]);
const LANGUAGES = new Set(['toml', 'claude']);

export type SessionEnvironment = ReturnType<typeof openSessionEnvironment>;

/** The answer for the client, and the variables that it loses or gets in another way. */
export interface Carried {
  response: HookResponse;
  losses: Loss[];
}

export function openSessionEnvironment(
  request: DispatchRequest & { state: string; settings: EngineSettings },
) {
  const { client, env, settings, state } = request;
  const files = new Map<Handler, string>();
  /** Variables of earlier events, which handlers see too. */
  const known = loadSessionEnv(state);
  let cannotWrite = false;
  return {
    known,
    /** Path of the handler's own file; null if it has none. */
    fileFor(handler: Handler, type: HookEventType): string | null {
      if (!TYPES.has(type) || !LANGUAGES.has(handler.dialect)) return null;
      const file = createEnvFile();
      files.set(handler, file);
      return file;
    },
    /** Moves the variables from the files of these runs into their answers, and records what was refused. */
    collect(runs: readonly HandlerRun[]) {
      for (const { handler, interpreted } of runs) {
        const file = files.get(handler);
        if (file === undefined) continue;
        files.delete(handler);
        const { variables, problems } = readEnvFile(file, settings.allowedEnv);
        const { response } = interpreted;
        if (Object.keys(variables).length > 0)
          interpreted.response = { ...response, env: { ...response.env, ...variables } };
        interpreted.notes.push(...problems);
        removeEnvFile(file);
      }
    },
    /** Stores the answer's variables and passes them on in the client's way. */
    carry(response: HookResponse, event: HookEvent): Carried {
      const { allowed } = sorted(response.env);
      if (Object.keys(allowed).length === 0)
        return { ...spoken(response, event), response: prefixed(response, event) };
      saveSessionEnv(state, { ...known, ...allowed });
      const file = env['CLAUDE_ENV_FILE'];
      if (takesFile(event) && file !== undefined) cannotWrite = !appendTo(file, allowed);
      return spoken(response, event);
    },
    spoken,
  };

  /** What `carry` would do with the variables of one answer. Changes nothing. */
  function spoken(response: HookResponse, event: HookEvent): Carried {
    const { allowed, refused } = sorted(response.env);
    const { env: _, ...rest } = response;
    const lost = (survival: Loss['survival'], note: string): Carried => ({
      response: rest,
      losses: [{ field: 'env', survival, note }],
    });
    const unset = `Not set: ${refused.join(', ')}. Name them in allowed_env to let hooks set them.`;
    if (Object.keys(allowed).length === 0)
      return refused.length === 0 ? { response: rest, losses: [] } : lost('lost', unset);
    if (takesFile(event)) {
      if (env['CLAUDE_ENV_FILE'] === undefined || cannotWrite)
        return lost('lost', 'Claude Code gave no file for variables that can be written.');
    } else if (settings.rewriteEnv && client.name !== 'claude-code')
      return lost('changed', 'Put before each later shell command of the session (rewrite_env).');
    // The client's format contains them or reports them as lost.
    else return { response: { ...rest, env: allowed }, losses: [] };
    return refused.length === 0 ? { response: rest, losses: [] } : lost('changed', unset);
  }

  /** Claude Code reads variables from a file, on the events that have one. */
  function takesFile({ native_event: native }: HookEvent): boolean {
    if (client.name !== 'claude-code') return false;
    return client.capabilities.events[native]?.answers.env?.survival === 'kept';
  }

  /** Filters the variables in an answer by the same list as those in a file. */
  function sorted(variables: Record<string, string> = {}) {
    const isAllowed = (name: string): boolean =>
      !isDangerousName(name) || settings.allowedEnv.includes(name);
    return {
      allowed: Object.fromEntries(Object.entries(variables).filter(([name]) => isAllowed(name))),
      refused: Object.keys(variables).filter((name) => !isAllowed(name)),
    };
  }

  /** Opt-in: puts the variables before a shell command, for clients without an environment file. */
  function prefixed(response: HookResponse, event: HookEvent): HookResponse {
    const { tool } = event;
    if (!settings.rewriteEnv || client.name === 'claude-code' || Object.keys(known).length === 0)
      return response;
    if (event.event_type !== 'before_tool' || tool?.name !== 'Bash' || response.decision === 'deny')
      return response;
    const input = response.modify_args ?? tool.input;
    if (!isJsonObject(input) || typeof input['command'] !== 'string') return response;
    const command = prefixCommand(input['command'], known);
    return { ...response, modify_args: { ...input, command } };
  }
}

/** Claude Code sources this file in a shell. False if it cannot be written. */
function appendTo(file: string, variables: Record<string, string>): boolean {
  return attempt(() => {
    fs.appendFileSync(file, renderShellExports(variables), { mode: 0o600 });
    return true;
  }, false);
}

export function saveSessionEnv(sessionDir: string, variables: Record<string, string>): void {
  replaceFile(fileOf(sessionDir), JSON.stringify(variables));
}

/** Empty if none were set or they cannot be read. */
export function loadSessionEnv(sessionDir: string): Record<string, string> {
  const text = attempt(() => fs.readFileSync(fileOf(sessionDir), 'utf8'), '');
  const known = Object.entries(parseJsonObject(text) ?? {});
  return Object.fromEntries(
    known.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

function fileOf(sessionDir: string): string {
  return `${sessionDir}/env.json`;
}
