/**
 * Reads what `hook-status` and `capture-soak` need: client files, the end of the logs, the watcher's state. Writes
 * nothing.
 */
import fs from 'node:fs';
import { attempt, isJsonObject } from '@hookloom/core';
import type { Workspace } from '@hookloom/core/settings';
import { countedLosses } from '@hookloom/hooks';
import {
  CONNECTABLE,
  inspectProgram,
  type Place,
  type Program,
  type ReadText,
} from '@hookloom/hooks/clients';
import { logNotices } from '@hookloom/log';
import type { StatusEvidence } from './hook-status.ts';
import { inspectLog, type LogInspection } from './inspect-log.ts';
import { supervisionOf } from '../capture/revive.ts';
import { watcherRuns } from '../capture/watcher.ts';
import type { ProjectionPeek } from '@hookloom/memory';
import {
  CHECKOUT_TYPE,
  OBSERVATION_TYPES,
  type ReportedEvent,
  type SessionInspection,
} from './lanes.ts';

/** The programs whose hooks may be ours. */
export const HOOKED: readonly Program[] = CONNECTABLE;

export interface StatusRequest {
  workspace: Workspace;
  place: Place;
  /** Null for every session of the workspace. */
  session: string | null;
  now: number;
}

export async function gatherStatus({
  workspace,
  place,
  session,
  now,
}: StatusRequest): Promise<StatusEvidence> {
  return {
    log: await seeAll(workspace.eventloomDir, session),
    files: HOOKED.map((program) => inspectProgram(program, place, readClientFile)),
    snippets: snippetsIn(workspace.eventloomDir),
    watcher: watcherRuns(workspace.eventloomDir),
    supervision: supervisionOf(workspace.eventloomDir, place.env),
    counted_losses: countedLosses(workspace.eventloomDir, place.env),
    notices: logNotices(workspace.eventloomDir),
    now,
  };
}

/** Snippets for clients without settings: every file that `hooks generic --output` wrote. */
function snippetsIn(dir: string): string[] {
  try {
    const record: unknown = JSON.parse(fs.readFileSync(`${dir}/runtime/install.json`, 'utf8'));
    const files = isJsonObject(record) && Array.isArray(record['files']) ? record['files'] : [];
    return files
      .filter(isJsonObject)
      .filter(({ client }) => client === 'generic')
      .flatMap(({ path }) => (typeof path === 'string' && fs.existsSync(path) ? [path] : []));
  } catch {
    return [];
  }
}

/** Opens SQLite only if the end of a log is not enough. */
async function seeAll(dir: string, session: string | null): Promise<LogInspection> {
  const log = inspectLog(dir, session);
  if (!log.sessions.some(asksForOlder)) return log;
  const { peekProjection } = await import('@hookloom/memory');
  const glimpsed = await peekProjection(`${dir}/projections/memory.sqlite`);
  return { ...log, sessions: log.sessions.map((seen) => withOlder(seen, glimpsed)) };
}

/** A larger file is not a settings file. Claude's own state file has some megabytes. */
const MAX_BYTES = 32 * 1024 * 1024;

/** Null if it is missing, not a file or not readable. */
export const readClientFile: ReadText = (file) => {
  return attempt(() => {
    const stats = fs.statSync(file);
    return stats.isFile() && stats.size <= MAX_BYTES ? fs.readFileSync(file, 'utf8') : null;
  });
};

/** Whether the projection could add something: an event is missing, and the log continues further back. */
function asksForOlder({ window, lanes, latest_checkout: checkout }: SessionInspection): boolean {
  return (
    !window.complete &&
    (checkout === null || OBSERVATION_TYPES.some((type) => lanes[type].latest === null))
  );
}

/**
 * Adds what is missing from the session. Keeps tool calls as read, because the projection includes calls of our own
 * tools.
 */
function withOlder(seen: SessionInspection, peek: ProjectionPeek | null): SessionInspection {
  const known = peek?.sessions.find(({ session }) => session === seen.session);
  if (known === undefined || !asksForOlder(seen)) return seen;
  const older = (type: string): ReportedEvent | null => {
    const found = known.latest[type];
    if (found === undefined) return null;
    // The hash is in the log, which is not read for this.
    const unread = { hash: null, thread: seen.session, source: null, trigger: null };
    return { ...found, ...unread, type };
  };
  const lanes = { ...seen.lanes };
  for (const type of OBSERVATION_TYPES) {
    if (type === 'tool.call.completed' || lanes[type].latest !== null) continue;
    const latest = older(type);
    if (latest !== null) lanes[type] = { count: 1, latest, count_is_lower_bound: true };
  }
  return { ...seen, lanes, latest_checkout: seen.latest_checkout ?? older(CHECKOUT_TYPE) };
}
