/** The workspaces of an installation: found in its registry, opened on demand, closed when idle. */
import fs from 'node:fs';
import path from 'node:path';
import type { Workspace } from '@hookloom/core/settings';
import type { Runtime } from '../runtime.ts';
import { realFolder } from './locate.ts';
import { knowsSession } from './known-session.ts';
import { findProject, projectOf } from './projects.ts';
import { createRegister } from './register.ts';
import { namesakes } from './namesakes.ts';
import { openRegistry, type RegistryEntry } from './registry.ts';
import type { OpenWorkspace, Workspaces } from './workspaces.ts';

export interface WorkspacesOptions {
  /** The user's private state folder. */
  stateDir: string;
  env: Record<string, string | undefined>;
  now(): number;
  /** Idle timeout of a workspace. Default: 5 minutes. */
  restMs?: number;
  /** Above this number, the longest idle ones are closed. Default: 16. */
  maxOpen?: number;
  /** Replaced in tests. */
  open?: (workspace: Workspace) => Promise<Runtime>;
}

export interface ServedWorkspaces extends Workspaces {
  /** Serves a given workspace, even before it has a log. */
  add(workspace: Workspace): Promise<OpenWorkspace>;
  /** Closes idle workspaces. */
  rest(): Promise<void>;
  openCount(): number;
}

/** A workspace used within this time stays open, however many are open. */
const IN_USE_MS = 30_000;
const MAX_SESSIONS = 10_000;
const MAX_NAME = 200;
/** Variables that locate one log must not affect the others. */
const OF_ONE_WORKSPACE = ['EVENTLOOM_PATH', 'EVENTLOOM_THREAD', 'ZAXY_DOMAIN'];

export function openWorkspaces(options: WorkspacesOptions): ServedWorkspaces {
  const { stateDir, now, restMs = 5 * 60_000, maxOpen = 16 } = options;
  const env = Object.fromEntries(
    Object.entries(options.env).filter(([name]) => !OF_ONE_WORKSPACE.includes(name)),
  );
  // Loaded on demand, so that the worker is ready sooner.
  const open =
    options.open ??
    (async (workspace) => {
      const { openRuntime } = await import('../compose.ts');
      return openRuntime(workspace, { env, stateDir, clock: { now } });
    });
  const registry = openRegistry(stateDir);
  const register = createRegister(registry, { stateDir, env });
  const opened = new Map<number, { runtime: Promise<Runtime>; askedAt: number }>();
  const given = new Set<number>();
  const sessions = new Map<string, { slot: number; seenAt: number }>();
  const timer = setInterval(() => void rest(), 60_000).unref();

  async function openEntry(entry: RegistryEntry): Promise<OpenWorkspace> {
    const { slot, root, dir, domain, session } = entry;
    const workspace: Workspace = { root, eventloomDir: dir, domain, session };
    let one = opened.get(slot);
    if (one === undefined) {
      one = { runtime: open(workspace), askedAt: now() };
      opened.set(slot, one);
      one.runtime.catch(() => opened.delete(slot));
      void rest();
    }
    one.askedAt = now();
    const runtime = await one.runtime;
    const project = projectOf(registry.read(), entry);
    return { slot, workspace: runtime.workspace, project, runtime };
  }

  const entries = (): RegistryEntry[] =>
    registry.read().workspaces.filter(({ slot, dir }) => given.has(slot) || fs.existsSync(dir));

  async function rest(): Promise<void> {
    const oldest = [...opened].toSorted(([, one], [, other]) => one.askedAt - other.askedAt);
    const at = now();
    const closing = oldest.filter(
      ([, { askedAt }], index) =>
        at - askedAt > restMs || (oldest.length - index > maxOpen && at - askedAt > IN_USE_MS),
    );
    for (const [slot] of closing) opened.delete(slot);
    await Promise.all(closing.map(async ([, { runtime }]) => (await runtime).close()));
  }

  function byName(name: string): RegistryEntry[] {
    const now = registry.read();
    const project = findProject(now, name);
    if (project !== null)
      return entries().filter((entry) => projectOf(now, entry).id === project.id);
    if (!path.isAbsolute(name)) return [];
    try {
      const entry = register.find(realFolder(name));
      return entry === null ? [] : [entry];
    } catch {
      return [];
    }
  }

  async function forFolder(folder: string): Promise<OpenWorkspace> {
    return openEntry(await register.ensure(realFolder(folder)));
  }

  return {
    async add(workspace) {
      const entry = await register.add(workspace);
      given.add(entry.slot);
      return openEntry(entry);
    },
    all: () => Promise.all(entries().map(openEntry)),
    forFolder,
    forProject: (name) => Promise.all(byName(name).map(openEntry)),
    async ensureProject(name) {
      const [first] = byName(name);
      if (first !== undefined) return openEntry(first);
      if (path.isAbsolute(name)) return forFolder(name);
      return openEntry(register.addNamed(name.slice(0, MAX_NAME)));
    },
    async forName(name) {
      const called = namesakes(registry.read(), entries(), name);
      const [first] = called;
      const aliases = new Set(called.map((entry) => projectOf(registry.read(), entry).alias));
      const open = first === undefined ? null : await openEntry(first);
      return { open, namesakes: [...aliases] };
    },
    async forSlot(slot) {
      const entry = entries().find((one) => one.slot === slot);
      return entry === undefined ? null : openEntry(entry);
    },
    async forSession(contentSessionId) {
      const seen = sessions.get(contentSessionId);
      const known = entries();
      const entry = known.find(({ slot }) => slot === seen?.slot);
      if (entry !== undefined) return openEntry(entry);
      for (const one of known) {
        const workspace = await openEntry(one);
        if (!(await knowsSession(workspace.runtime, contentSessionId))) continue;
        sessions.set(contentSessionId, { slot: one.slot, seenAt: now() });
        return workspace;
      }
      return null;
    },
    sawSession(contentSessionId, { slot }) {
      const first = sessions.get(contentSessionId)?.slot ?? slot;
      sessions.delete(contentSessionId);
      sessions.set(contentSessionId, { slot: first, seenAt: now() });
      if (sessions.size > MAX_SESSIONS) sessions.delete(sessions.keys().next().value!);
    },
    activeSessions: (sinceMs) =>
      [...sessions.values()].filter(({ seenAt }) => now() - seenAt < sinceMs).length,
    rest,
    openCount: () => opened.size,
    async close() {
      clearInterval(timer);
      const last = [...opened.values()];
      opened.clear();
      await Promise.allSettled(last.map(async ({ runtime }) => (await runtime).close()));
    },
  };
}
