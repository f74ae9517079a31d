/** While the worker runs, prepares the context of the next session as logs grow. */
import fs from 'node:fs';
import path from 'node:path';
import { newestType } from '@hookloom/log/append';
import type { Workspace } from '@hookloom/core/settings';
import { branchOf, readyFile } from '@hookloom/hooks';
import type { Background } from '../../background.ts';
import { readSettings } from '../../settings/settings.ts';
import type { OpenWorkspace, Workspaces } from '../../workspaces/workspaces.ts';
import { injectAndKeep } from './write-ready.ts';
import { repositoryOf } from '../../workspaces/locate.ts';

interface KeepReadyOptions {
  workspaces: Workspaces;
  stateDir: string;
  env: Record<string, string | undefined>;
  now(): number;
  /** Called when a log has grown. */
  onGrown(slot: number): void;
  /** How often to look for new workspaces. Default: 30 s. */
  pollMs?: number;
}

const POLL_MS = 30_000;
/** Appends come in groups. */
const WAIT_MS = 250;
/** The share of time that preparing contexts may use. */
const SHARE = 1 / 20;
const MAX_PAUSE_MS = 2_000;
/** After these events, a hook waits for the context. */
const AT_ONCE = /^(?:hook\.session_started|session\.ended)$/;

export function keepReady(options: KeepReadyOptions): Background {
  const { workspaces, stateDir, env, now, onGrown, pollMs = POLL_MS } = options;
  const watchers = new Map<number, fs.FSWatcher>();
  const timers = new Map<number, NodeJS.Timeout>();
  /** When each may be prepared again, by the clock of `performance`. */
  const notBefore = new Map<number, number>();
  let running = Promise.resolve();
  let isClosed = false;
  const poll = setInterval(look, pollMs).unref();
  look();

  function look(): void {
    void workspaces
      .all()
      .then((all) => all.forEach(watch))
      .catch(() => {});
  }

  function watch({ slot, workspace }: OpenWorkspace): void {
    if (isClosed || watchers.has(slot)) return;
    try {
      const watcher = fs.watch(workspace.eventloomDir, { persistent: false }, (_, name) => {
        const { eventloomDir, session } = workspace;
        if (name === `${session}.head`)
          grown(slot, AT_ONCE.test(newestType(eventloomDir, session) ?? ''));
      });
      watcher.on('error', () => unwatch(slot));
      watchers.set(slot, watcher);
      grown(slot);
    } catch {
      // The folder does not exist yet. A later poll looks again.
    }
  }

  function unwatch(slot: number): void {
    watchers.get(slot)?.close();
    watchers.delete(slot);
  }

  function grown(slot: number, isAtOnce = false): void {
    if (timers.has(slot) && !isAtOnce) return;
    clearTimeout(timers.get(slot));
    const wait = isAtOnce ? 0 : Math.max(WAIT_MS, (notBefore.get(slot) ?? 0) - performance.now());
    timers.set(slot, setTimeout(() => void refresh(slot), wait).unref());
  }

  /** One at a time. */
  function refresh(slot: number): Promise<void> {
    timers.delete(slot);
    running = running.then(async () => {
      if (isClosed) return;
      const began = performance.now();
      onGrown(slot);
      await makeReady(slot).catch(() => {});
      const ended = performance.now();
      notBefore.set(slot, ended + Math.min((ended - began) / SHARE, MAX_PAUSE_MS));
    });
    return running;
  }

  async function makeReady(slot: number): Promise<void> {
    const here = await workspaces.forSlot(slot);
    if (here === null) return unwatch(slot);
    await here.runtime.context.drain();
    const others = await workspaces.forProject(here.project.id);
    const request = {
      project: here.project.alias,
      prompt: '',
      files: [],
      settings: readSettings(stateDir, env),
      zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      nowMs: now(),
    };
    const all = [here, ...others.filter((other) => other.slot !== slot)];
    for (const branch of branchesOf(here.workspace, stateDir))
      await injectAndKeep(all, { ...request, branch }, stateDir);
  }

  return {
    isBusy: () => false,
    async close() {
      isClosed = true;
      clearInterval(poll);
      for (const timer of timers.values()) clearTimeout(timer);
      for (const watcher of watchers.values()) watcher.close();
      await running;
    },
  };
}

// The branches for which a context is prepared: the project's own, and those of worktrees in which a session began.

/** How many worktrees are checked. */
const MOST = 16;

/** The project's own first. */
function branchesOf({ root, eventloomDir: dir, session }: Workspace, stateDir: string) {
  const own = branchOf(root);
  const others = worktreesOf(root)
    .map(branchOf)
    .filter((branch) => branch !== null && branch !== own)
    // The hook at a session start there has requested it before.
    .filter((branch) => fs.existsSync(readyFile({ stateDir, dir, session, branch })));
  return [own, ...new Set(others)];
}

/** The folders of a repository's worktrees. */
function worktreesOf(root: string): string[] {
  try {
    const listed = path.join(repositoryOf(root)?.commonDir ?? '', 'worktrees');
    return fs
      .readdirSync(listed)
      .slice(0, MOST)
      .map((name) =>
        path.dirname(fs.readFileSync(path.join(listed, name, 'gitdir'), 'utf8').trim()),
      );
  } catch {
    return [];
  }
}
