/**
 * While the worker runs, replicates the projects of a team: soon after an event to send was recorded, when the store
 * reports new events, and at regular intervals. Retries an unreachable store later.
 */
import fs from 'node:fs';
import { isHookloomError } from '@hookloom/core';
import type { Background } from '../background.ts';
import type { OpenWorkspace, Workspaces } from '../workspaces/workspaces.ts';
import type { Synced } from './sync-team.ts';
import { holdLink } from './store-access.ts';
import { readTeamState, teamFolder } from './team-state.ts';

export interface KeepSyncedOptions {
  workspaces: Pick<Workspaces, 'all' | 'forSlot'>;
  stateDir: string;
  /** Writes a line to the worker's log. */
  say(message: string): void;
  /** The polling interval without notifications. Default: 30 s. */
  pollMs?: number;
}

const POLL_MS = 30_000;
/** Appends come in groups. */
const APPENDED_MS = 250;
/** Spreads teammates, which would otherwise all ask at once. */
const NEWS_MS = 200;
/** The share of time that syncs may use, and the shortest and longest pause. */
const SHARE = 1 / 4;
const MIN_PAUSE_MS = 250;
const MAX_PAUSE_MS = 500;
/** Received events are made durable after this time. */
const KEEP_MS = 5_000;
/** After a failure. Doubles each time, up to the polling interval. */
const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 30_000;

interface Due {
  /** Whether to sync completely in both directions. */
  all: boolean;
  fetches: boolean;
  /** Logs that have grown. */
  grown: Set<string>;
}

/** A participating project on this machine. */
interface Part {
  project: string;
  alias: string;
  due: Due;
  timer: NodeJS.Timeout | undefined;
  watcher: fs.FSWatcher | undefined;
  looked: Map<string, number>;
  /** By the clock of `performance`. */
  notBefore: number;
  failures: number;
  mayUse: boolean;
  /** The last message, so that weeks without a network are one line. */
  told: string;
}

export function keepSynced(options: KeepSyncedOptions): Background {
  const { workspaces, stateDir, say, pollMs = POLL_MS } = options;
  /** By the slot of the workspace. */
  const parts = new Map<number, Part>();
  let running = Promise.resolve();
  let isClosed = false;
  let keeping: NodeJS.Timeout | undefined;
  const link = holdLink({
    onNews: (project) => want(project, NEWS_MS * Math.random(), (due) => (due.fetches = true)),
    onLost: () => want(null, retryAfter(1), (due) => (due.all = true)),
  });
  const poll = setInterval(look, pollMs).unref();
  look();

  function look(): void {
    running = running
      .then(async () => {
        const all = isClosed ? [] : await workspaces.all();
        for (const open of all) if (!isClosed) join(open);
        for (const [slot, part] of parts) soon(slot, part, 0, (due) => (due.all = true));
      })
      .catch(() => {});
  }

  function join(open: OpenWorkspace): void {
    const { slot, workspace, project } = open;
    const state = readTeamState(teamFolder(workspace, stateDir));
    if (state === null) return leave(slot);
    const part = parts.get(slot) ?? newPart();
    [part.project, part.alias] = [state.project, project.alias];
    parts.set(slot, part);
    watch(open, part);
  }

  function leave(slot: number): void {
    const part = parts.get(slot);
    if (part === undefined) return;
    parts.delete(slot);
    clearTimeout(part.timer);
    part.watcher?.close();
    running = running.then(unheard);
  }

  /** Receives notifications only for projects that participate and are allowed to. */
  function unheard(): Promise<void> {
    const heard = [...parts.values()].filter(({ mayUse }) => mayUse);
    return link.keepOnly(new Set(heard.map(({ project }) => project))).catch(() => {});
  }

  function watch({ slot, workspace }: OpenWorkspace, part: Part): void {
    if (part.watcher !== undefined) return;
    const unwatch = (): void => {
      part.watcher?.close();
      part.watcher = undefined;
    };
    try {
      part.watcher = fs.watch(workspace.eventloomDir, { persistent: false }, (_, name) => {
        if (name?.endsWith(HEAD) === true)
          soon(slot, part, APPENDED_MS, ({ grown }) => grown.add(name.slice(0, -HEAD.length)));
      });
      part.watcher.on('error', unwatch);
    } catch {
      // The folder does not exist yet. A later poll looks again.
    }
  }

  /** @param project Null for all */
  function want(project: string | null, waitMs: number, mark: (due: Due) => void): void {
    for (const [slot, part] of parts)
      if (project === null || part.project === project) soon(slot, part, waitMs, mark);
  }

  function soon(slot: number, part: Part, waitMs: number, mark: (due: Due) => void): void {
    mark(part.due);
    if (part.timer !== undefined || isClosed || parts.get(slot) !== part) return;
    const wait = Math.max(waitMs, part.notBefore - performance.now());
    part.timer = setTimeout(() => {
      part.timer = undefined;
      running = running.then(() => sync(slot, part)).catch(() => {});
    }, wait).unref();
  }

  async function sync(slot: number, part: Part): Promise<void> {
    if (isClosed || parts.get(slot) !== part) return;
    const due = part.due;
    part.due = nothing();
    const began = performance.now();
    try {
      const synced = await syncNow(slot, part, due);
      const pause = (performance.now() - began) / SHARE;
      part.failures = 0;
      part.mayUse = true;
      part.notBefore = performance.now() + Math.min(Math.max(pause, MIN_PAUSE_MS), MAX_PAUSE_MS);
      if (synced === null) return;
      if (synced.pulled.some(({ added }) => added > 0)) keepSoon();
      tell(part, synced.pushed.find(({ error }) => error !== null)?.error?.message ?? '');
      // The store notifies listeners on another connection.
      if (synced.pushed.some(({ sent }) => sent > 0))
        for (const [other, { project }] of parts)
          if (other !== slot && project === part.project)
            soon(other, parts.get(other)!, 0, (more) => (more.fetches = true));
    } catch (error) {
      if (isClosed) return;
      tell(part, (error as Error).message);
      const isAway = !isHookloomError(error) || error.code === 'unavailable';
      part.failures++;
      part.notBefore = performance.now() + (isAway ? retryAfter(part.failures) : pollMs);
      part.mayUse = isAway;
      clearTimeout(part.timer);
      part.timer = undefined;
      if (isAway) soon(slot, part, 0, (again) => (again.all = true));
      else await unheard();
    }
  }

  async function syncNow(slot: number, part: Part, due: Due): Promise<Synced | null> {
    const open = await workspaces.forSlot(slot);
    if (open === null || readTeamState(teamFolder(open.workspace, stateDir)) === null) {
      leave(slot);
      return null;
    }
    const { context } = open.runtime;
    const { syncTeam, sessionsToSend } = await open.runtime.team();
    if (due.all) return syncTeam(context, { link });
    const sessions = await sessionsToSend(context, due.grown, part.looked);
    if (sessions.length === 0 && !due.fetches) return null;
    return syncTeam(context, { link, sessions, fetches: due.fetches });
  }

  function keepSoon(): void {
    keeping ??= setTimeout(() => void keep().catch(() => {}), KEEP_MS).unref();
  }

  async function keep(): Promise<void> {
    clearTimeout(keeping);
    keeping = undefined;
    await (await import('@hookloom/log')).keepParts();
  }

  function tell(part: Part, message: string): void {
    if (message === part.told) return;
    part.told = message;
    say(message === '' ? `The team store has ${part.alias} again.` : `${part.alias}: ${message}`);
  }

  return {
    isBusy: () => false,
    async close() {
      isClosed = true;
      clearInterval(poll);
      for (const { timer, watcher } of parts.values()) {
        clearTimeout(timer);
        watcher?.close();
      }
      // Aborts the current request to the store.
      await link.close();
      await running;
      await link.close();
      if (keeping !== undefined) await keep();
    },
  };
}

const HEAD = '.head';

function newPart(): Part {
  return {
    project: '',
    alias: '',
    due: nothing(),
    timer: undefined,
    watcher: undefined,
    looked: new Map(),
    notBefore: 0,
    failures: 0,
    mayUse: true,
    told: '',
  };
}

function nothing(): Due {
  return { all: false, fetches: false, grown: new Set() };
}

/** With jitter, so that not all machines reconnect at once. */
function retryAfter(failures: number): number {
  const ms = Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), MAX_RETRY_MS);
  return ms * (0.5 + Math.random() / 2);
}
