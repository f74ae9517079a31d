/** Opens the project of a folder for all entry points of the library, on demand. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { findProject, resolveWorkspace, type Workspace } from '@hookloom/core/settings';
import { defined, invalidRequest, notFound, weakRandomHex } from '@hookloom/core';
import { systemClock, type Clock, type EventStore } from '@hookloom/core/events';
import { withOwnSession, type Caller, type Runtime } from '@hookloom/worker';

export interface HookloomOptions {
  /**
   * A folder of the project. Like the commands, it uses the nearest `.eventloom` above the folder. Default:
   * `process.cwd()`.
   */
  cwd?: string;
  /** The session for calls that name none. Default: that of the project. */
  session?: string;
  /** Your program's name, such as `release-bot`. It is recorded with what you write. */
  client?: string;
  /**
   * The role in missions. A worker may only report for its own session, which `session` names, and read what was
   * accepted. Default: the caller who started a mission coordinates it, and the reporter of a finding cannot decide on
   * it.
   */
  role?: 'coordinator' | 'worker';
  /** Settings, as the commands read them from the environment. Default: `process.env`. */
  env?: Record<string, string | undefined>;
  /** The clock. Default: the system's. */
  clock?: Clock;
  /** A store that replaces the log in `.eventloom`: your own, or `createMemoryStore()` of `hookloom/testing`. */
  store?: EventStore;
}

/** The project of a folder; the first call that needs its log or memory opens it. */
export interface OpenProject {
  workspace: Workspace;
  env: Record<string, string | undefined>;
  clock: Clock;
  client: string | undefined;
  /** Throws `invalid_request` after `close()`. */
  open(): Promise<Opened>;
  close(): Promise<void>;
}

export interface Opened {
  runtime: Runtime;
  caller: Caller;
  /** The log in the folder. */
  isStored: boolean;
}

export function openProject(options: HookloomOptions): OpenProject {
  const { env = process.env, clock = systemClock, client, role, store } = options;
  const workspace = workspaceOf(options, env);
  // A program never counts as a person, whatever it claims.
  const caller: Caller = {
    channel: 'model',
    // Distinguishes two projects that a program opened under one name.
    connection: weakRandomHex(),
    ...defined({ client, role }),
  };
  let opened: Promise<Runtime> | undefined;
  let isClosed = false;
  return {
    workspace,
    env,
    clock,
    client,
    async open() {
      if (isClosed) throw invalidRequest('This object was closed.', 'Open it again to continue.');
      opened ??= runtimeOf(workspace, store, { env, clock, caller });
      return { runtime: await opened, caller, isStored: store === undefined };
    },
    async close() {
      isClosed = true;
      const last = opened;
      opened = undefined;
      await (await last)?.close();
    },
  };
}

async function runtimeOf(
  workspace: Workspace,
  store: EventStore | undefined,
  options: { env: Record<string, string | undefined>; clock: Clock; caller: Caller },
): Promise<Runtime> {
  const { openRuntime } = await import('@hookloom/worker');
  if (store === undefined) return openRuntime(workspace, options);
  const { openMemory } = await import('@hookloom/memory');
  return openRuntime(workspace, {
    ...options,
    store,
    openMemory: (log) => openMemory({ file: ':memory:', store: log, clock: options.clock }),
  });
}

function workspaceOf(
  { cwd = process.cwd(), session, store }: HookloomOptions,
  env: Record<string, string | undefined>,
): Workspace {
  const folder = path.resolve(cwd);
  if (store === undefined && !existsSync(folder))
    throw notFound(`There is no folder ${folder}.`, 'Name the folder of your project.');
  const home = env['HOME'] ?? env['USERPROFILE'];
  const isNamed = (env['EVENTLOOM_PATH'] ?? '') !== '';
  const root = isNamed ? folder : (findProject(folder, home) ?? folder);
  const workspace = resolveWorkspace({ cwd: root, env, sessionId: session });
  return store === undefined && session === undefined ? withOwnSession(workspace) : workspace;
}
