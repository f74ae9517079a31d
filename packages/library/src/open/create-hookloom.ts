/** One object for one project. */
import type { Hook } from '../hooks/define-hook.ts';
import { logOf, type Log } from './log.ts';
import { memoryOf, type Memory } from './memory.ts';
import { missionsOf, type Missions } from './missions.ts';
import { openProject, type HookloomOptions, type OpenProject } from './open-project.ts';
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { homeOf } from '@hookloom/core/settings';
import { invalidRequest } from '@hookloom/core';

/** The location of a project's log. */
export interface ProjectPlace {
  /** The project's folder, absolute. */
  root: string;
  /** The folder of the logs: `<root>/.eventloom`. */
  eventloomDir: string;
  /** The default session for calls that name none. */
  session: string;
}

/** A project, opened. Close it when you are done, or declare it with `await using`. */
export interface Hookloom extends AsyncDisposable {
  readonly project: ProjectPlace;
  readonly log: Log;
  readonly memory: Memory;
  readonly missions: Missions;
  /** The reviewed hooks of the project, as one hook: for `respond()` and `attach()`. */
  readonly hooks: Hook;
  /** Closes everything. Later calls are refused with `invalid_request`. */
  close(): Promise<void>;
}

/**
 * Opens a project. Needs no worker process, network or model, and opens the log and the memory on first use. What you
 * write is recorded as a program's (channel `model`), never as a person's.
 *
 * Throws `not_found` for a folder that is not there, `invalid_request` for a session name that cannot be one.
 *
 * @example
 * import { createHookloom } from 'hookloom';
 *
 * await using loom = await createHookloom({ cwd: '/home/dev/shop', client: 'release-bot' });
 * await loom.memory.remember('Releases are cut on Tuesdays');
 * const { prompt } = await loom.memory.checkout('When are releases cut?', { format: 'prompt' });
 * const { ok } = await loom.log.verify();
 */
export async function createHookloom(options: HookloomOptions = {}): Promise<Hookloom> {
  const opened = openProject(options);
  const { root, eventloomDir, session } = opened.workspace;
  return {
    project: { root, eventloomDir, session },
    log: logOf(opened),
    memory: memoryOf(opened),
    missions: missionsOf(opened),
    hooks: hooksOf(opened),
    ...closing(opened),
  };
}

/** A log that closes itself: see `openLog`. */
export interface OpenLog extends Log, AsyncDisposable {
  close(): Promise<void>;
}

/**
 * Opens only the log of a project: the same as `createHookloom(options)` and its `log`.
 *
 * @example
 * await using log = await openLog({ cwd: '/home/dev/shop' });
 * for await (const { seq, type } of log.read()) console.log(seq, type);
 */
export async function openLog(options: HookloomOptions = {}): Promise<OpenLog> {
  const opened = openProject(options);
  return { ...logOf(opened), ...closing(opened) };
}

/** A memory that closes itself: see `openMemory`. */
export interface OpenMemory extends Memory, AsyncDisposable {
  close(): Promise<void>;
}

/**
 * Opens only the memory of a project: the same as `createHookloom(options)` and its `memory`.
 *
 * @example
 * await using memory = await openMemory({ cwd: '/home/dev/shop' });
 * const { rows } = await memory.query('due dates', { limit: 3 });
 */
export async function openMemory(options: HookloomOptions = {}): Promise<OpenMemory> {
  const opened = openProject(options);
  return { ...memoryOf(opened), ...closing(opened) };
}

function closing({ close }: OpenProject): AsyncDisposable & { close(): Promise<void> } {
  return { close, [Symbol.asyncDispose]: close };
}

/**
 * Answers an event as the hooks of this project and of its user do: those in `.hookloom/hooks.toml`,
 * `.claude/settings.json` and the other files that the engine reads. Only reviewed hooks run (`hookloom hooks trust`). The
 * event and the runs are recorded in the log.
 */
function hooksOf({ env, clock, open }: OpenProject): Hook {
  const load = async (): Promise<Hook['handle']> => {
    const { runtime, isStored } = await open();
    if (!isStored)
      throw invalidRequest(
        'Hooks of a project need the log in its folder, and another store was given.',
        'Leave out `store`, or use `defineHook()` of hookloom/hooks.',
      );
    const [{ projectHooks }, { speakerHere, privateStateDir }] = await Promise.all([
      import('@hookloom/worker'),
      import('@hookloom/hooks'),
    ]);
    const { eventloomDir: dir, root, session } = runtime.workspace;
    const projectDir = realpathSync(root);
    return projectHooks({
      projectDir,
      log: { dir, session, store: runtime.store },
      env,
      home: homeOf(env),
      stateDir: privateStateDir(env),
      hookFile: fileURLToPath(new URL('hook.cjs', import.meta.url)),
      now: () => clock.now(),
      // An agent may have started the program, so it never counts as a person.
      speaker: () => (speakerHere(projectDir, env) === 'agent' ? 'agent' : 'unknown'),
    });
  };
  let handle: Promise<Hook['handle']> | undefined;
  return { handle: async (event) => (await (handle ??= load()))(event) };
}
