/** Opens the project of a folder, for all entry points of the library: nothing is opened before it is needed. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { findProject, resolveWorkspace, type Workspace } from '@hookloom/core/settings';
import { defined, invalidRequest, notFound, weakRandomHex } from '@hookloom/core';
import { systemClock, type Clock, type EventStore } from '@hookloom/core/events';
import { withOwnSession, type Caller, type Runtime } from '@hookloom/worker';

export interface HookloomOptions {
  /** A folder of the project. As for the commands, the nearest `.eventloom` above it counts. Default: `process.cwd()`. */
  cwd?: string;
  /** The session whose log is meant when a call names none. Default: that of the project. */
  session?: string;
  /** Your program's name, such as `release-bot`. It is recorded with what you write. */
  client?: string;
  /**
   * In missions. A worker may only report for its own session, which `session` names, and read what was accepted. Default:
   * who started a mission coordinates it, and who reported a finding cannot decide.
   */
  role?: 'coordinator' | 'worker';
  /** Settings, as the commands read them from the environment. Default: `process.env`. */
  env?: Record<string, string | undefined>;
  /** Where the time comes from. Default: the system. */
  clock?: Clock;
  /** Instead of the log in `.eventloom`: a store of your own, or `createMemoryStore()` of `hookloom/testing`. */
  store?: EventStore;
}

/** The project of a folder; its log and memory are opened by the first call that needs them. */
export interface OpenProject {
  workspace: Workspace;
  env: Record<string, string | undefined>;
  clock: Clock;
  client: string | undefined;
  /** Throws `invalid_request` once it was closed. */
  open(): Promise<Opened>;
  close(): Promise<void>;
}

export interface Opened {
  runtime: Runtime;
  caller: Caller;
  /** The log is the one in the folder. */
  isStored: boolean;
}

export function openProject(options: HookloomOptions): OpenProject {
  const { env = process.env, clock = systemClock, client, role, store } = options;
  const workspace = workspaceOf(options, env);
  // A program speaks for no person, whatever it says.
  const caller: Caller = {
    channel: 'model',
    // Tells two projects that a program opened under one name apart.
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
      if (isClosed) throw invalidRequest('It was closed.', 'Open it again to go on.');
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
