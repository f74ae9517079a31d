/**
 * Shared by `hooks explain`, `hooks run` and `hooks test`: the request to the engine for this workspace, and a sample
 * event.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { invalidRequest, parseJsonObject, type JsonValue } from '@hookloom/core';
import type { HookEventType } from '@hookloom/core/hook';
import type { DispatchRequest } from '@hookloom/hooks';
import { homeOf } from '@hookloom/core/settings';
import { workspaceOf, type CommandContext } from './context.ts';

type EngineParts = Pick<DispatchRequest, 'projectDir' | 'env' | 'home' | 'stateDir' | 'detach'>;

export type ProjectParts = Pick<EngineParts, 'projectDir' | 'env' | 'home'>;

/** Finds the hook files. Reads nothing outside the workspace. */
export function projectParts(
  context: CommandContext,
  options: { eventloomPath?: string | undefined; domain?: string | undefined },
): ProjectParts {
  return {
    projectDir: fs.realpathSync(workspaceOf(context, options).root),
    env: context.env,
    home: homeOf(context.env),
  };
}

/**
 * An engine request without the client and the event. Nothing runs in the background.
 *
 * @param use `look` for a command that runs no hook and must create no folder
 */
export async function engineParts(
  context: CommandContext,
  options: { eventloomPath?: string | undefined; domain?: string | undefined },
  use: 'run' | 'look' = 'run',
): Promise<EngineParts> {
  const { privateStateDir, readOnlyStateDir } = await import('@hookloom/hooks');
  const stateDirOf = use === 'look' ? readOnlyStateDir : privateStateDir;
  return { ...projectParts(context, options), stateDir: stateDirOf(context.env), detach: null };
}

/** Runs a trial with a temporary state folder, so that it neither uses up `once` nor counts a turn. */
export async function withScratch<T>(use: (scratch: string) => Promise<T>): Promise<T> {
  const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-trial-'));
  try {
    return await use(scratch);
  } finally {
    fs.rmSync(scratch, { recursive: true, force: true });
  }
}

export async function typeNamed(name: string): Promise<HookEventType> {
  const { meantEvent, typeOf } = await import('@hookloom/hooks');
  const type = typeOf(name);
  if (type !== null) return type;
  throw invalidRequest(
    `Unknown event ${JSON.stringify(name.slice(0, 40))}.${meantEvent(name)}`,
    'Use an event name of a client or of the hook language: PreToolUse, pre_tool_use, BeforeTool, stop. `docs/reference/hook-events.md` lists them.',
  );
}

/** `--input`: JSON or, for a shell tool, a command line. */
export function toolInput(text: string | undefined): JsonValue | undefined {
  return text === undefined ? undefined : (parseJsonObject(text) ?? { command: text });
}
