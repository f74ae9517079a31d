/**
 * Environment variables that hooks set for a session (seeds/001, "Setting Environment Variables"): one file per handler,
 * read back in declared order, then carried by whatever way the client has (traps 36, 37).
 */
import fs from 'node:fs';
import type { Loss } from '@hookloom/core/hook/capability';
import type { HookEvent } from '@hookloom/core/hook/hook-event';
import type { HookEventType } from '@hookloom/core/hook/event-types';
import type { HookResponse } from '@hookloom/core/hook/hook-response';
import { isJsonObject } from '@hookloom/core/json';
import { isDangerousName } from '../process/dangerous-names.ts';
import {
  createEnvFile,
  prefixCommand,
  readEnvFile,
  removeEnvFile,
  renderShellExports,
} from '../process/env-file.ts';
import { loadSessionEnv, saveSessionEnv } from '../state/session-env.ts';
import type { DispatchRequest } from './dispatch-request.ts';
import type { Handler } from './handler.ts';
import type { HandlerRun } from './run.ts';
import type { EngineSettings } from './settings.ts';

/** Events whose handlers may set variables (seeds/001; hooks.md §A.1). */
const TYPES: ReadonlySet<HookEventType> = new Set([
  'session_start',
  'setup',
  'cwd_changed',
  'file_changed',
]);
const LANGUAGES = new Set(['toml', 'claude']);

export interface SessionEnvironment {
  /** Variables of earlier events: handlers see them too. */
  known: Record<string, string>;
  /** Path of the handler's own file, or null where it has none. */
  fileFor(handler: Handler, type: HookEventType): string | null;
  /** Reads the files of these runs in declared order, removes them, and notes what was refused. */
  collect(runs: readonly HandlerRun[]): void;
  /** The answer with its variables put where this client takes them. */
  carry(response: HookResponse, event: HookEvent): { response: HookResponse; losses: Loss[] };
}

export function openSessionEnvironment(
  request: DispatchRequest & { state: string; settings: EngineSettings },
): SessionEnvironment {
  const { client, env, settings, state } = request;
  const files = new Map<Handler, string>();
  const known = loadSessionEnv(state);
  let set: Record<string, string> = {};
  return {
    known,
    fileFor(handler, type) {
      if (!TYPES.has(type) || !LANGUAGES.has(handler.dialect)) return null;
      const file = createEnvFile();
      files.set(handler, file);
      return file;
    },
    collect(runs) {
      for (const { handler, interpreted } of runs) {
        const file = files.get(handler);
        if (file === undefined) continue;
        files.delete(handler);
        const { variables, problems } = readEnvFile(file, settings.allowedEnv);
        set = { ...set, ...variables };
        interpreted.notes.push(...problems);
        removeEnvFile(file);
      }
    },
    carry(response, event) {
      const variables = { ...set, ...allowedOf(response.env ?? {}) };
      const { env: _, ...rest } = response;
      if (Object.keys(variables).length > 0) {
        if (client.name === 'cursor') return { response: { ...rest, env: variables }, losses: [] };
        saveSessionEnv(state, { ...known, ...variables });
        const told = env['CLAUDE_ENV_FILE'];
        if (client.name === 'claude-code' && told !== undefined && appendTo(told, variables))
          return { response: rest, losses: [] };
        if (settings.rewriteEnv) return { response: rest, losses: [] };
        const note =
          'Kept for our own hooks; set rewrite_env = true to put it before shell commands.';
        return { response: rest, losses: [{ field: 'env', survival: 'lost', note }] };
      }
      return { response: prefixed(rest, event), losses: [] };
    },
  };

  /** What an answer sets is bound by the same list as what a file sets. */
  function allowedOf(variables: Record<string, string>): Record<string, string> {
    return Object.fromEntries(
      Object.entries(variables).filter(
        ([name]) => !isDangerousName(name) || settings.allowedEnv.includes(name),
      ),
    );
  }

  /** Opt-in: the variables before the shell command, for clients that have no file for them. */
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

/** Claude Code sources its file as a shell does. False where it cannot be written. */
function appendTo(file: string, variables: Record<string, string>): boolean {
  try {
    fs.appendFileSync(file, renderShellExports(variables), { mode: 0o600 });
    return true;
  } catch {
    return false;
  }
}
