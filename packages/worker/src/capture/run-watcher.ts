/** The watcher's process: runs passes until it is stopped, and writes its state file. */
import fs from 'node:fs';
import { createFileLock, createHolder } from '@hookloom/log/append';
import { quietly } from '@hookloom/core';
import { startingIn } from '../life/starting.ts';
import { writePrivateFile } from '../private-file.ts';
import type { Capture } from './capture.ts';
import type { LaneResult, PassResult } from './lane.ts';
import { errorText } from './pass.ts';
import { watchSessions, type WatchEnd } from './watch.ts';
import { runtimeFolder } from './watcher.ts';
import { watcherStateFile, type CaptureClient, type WatcherState } from './watcher-state.ts';

export interface RunWatcherRequest {
  eventloomDir: string;
  root: string;
  session: string;
  clients: readonly CaptureClient[];
  intervalSeconds: number;
  graph: boolean;
  capture: Capture;
  signal: AbortSignal;
  /** When its process was started, in epoch milliseconds. It obeys a stop after this time. */
  since: number;
  /** False when it is no longer wanted and must exit. */
  isWanted(): boolean;
  now(): number;
}

/** How often the state is written without new records, to show that the watcher is alive. */
const HEARTBEAT_MS = 30_000;

/**
 * `taken`: another watcher is running. `ended`: it was stopped before it started. An error in a pass is stored in the
 * state and retried with growing delays.
 */
export async function runWatcher(
  request: RunWatcherRequest,
): Promise<WatchEnd | 'taken' | 'ended'> {
  const { eventloomDir, root, capture, signal, now } = request;
  const runtime = runtimeFolder(eventloomDir);
  const starting = startingIn(runtime, 'capture');
  const lock = createFileLock(runtime, 'capture');
  if (!lock.tryAcquire()) {
    starting.done();
    return 'taken';
  }
  const file = watcherStateFile(eventloomDir);
  const state = firstState(request);
  let writtenMs = 0;
  const write = (): void => {
    writePrivateFile(file, JSON.stringify(state));
    writtenMs = now();
  };
  const ended = (reason: string): void => {
    state.ended = { at: new Date(now()).toISOString(), reason };
    if (fs.existsSync(file)) quietly(write);
  };
  try {
    if (starting.isForbidden(request.since)) return 'ended';
    write();
    starting.done();
    const end = await watchSessions({
      pass: () => capture.pass().catch((error: unknown) => failed(request.clients, error)),
      intervalMs: request.intervalSeconds * 1000,
      iterations: null,
      signal,
      // Never recreates a deleted log.
      isThere: () => request.isWanted() && fs.existsSync(root) && fs.existsSync(file),
      onPass(result) {
        const isNews = note(state, result, new Date(now()).toISOString());
        if ((isNews || Math.abs(now() - writtenMs) >= HEARTBEAT_MS) && fs.existsSync(file)) write();
      },
    });
    ended(
      end === 'stopped'
        ? 'it was stopped'
        : 'the watched folder is missing, or the watcher is no longer needed',
    );
    return end;
  } catch (error) {
    ended(errorText(error));
    throw error;
  } finally {
    // The folder may have been deleted together with the lock.
    quietly(() => starting.done());
    quietly(() => lock.close());
  }
}

function firstState(request: RunWatcherRequest): WatcherState {
  const { root, eventloomDir, session, intervalSeconds, graph, clients, now } = request;
  const lane = { files: 0, imported: 0, last_import_at: null, last_error: null };
  return {
    version: 1,
    pid: process.pid,
    process_started: createHolder().start,
    workspace: root,
    eventloom_path: eventloomDir,
    session_id: session,
    started_at: new Date(now()).toISOString(),
    last_pass_at: null,
    ended: null,
    interval_seconds: intervalSeconds,
    graph,
    lanes: Object.fromEntries(clients.map((client) => [client, { ...lane }])),
  };
}

/** Returns whether the state has changed. */
function note(state: WatcherState, { lanes }: PassResult, at: string): boolean {
  let isNews = state.last_pass_at === null;
  state.last_pass_at = at;
  for (const lane of lanes) isNews = noteLane(state, lane, at) || isNews;
  return isNews;
}

function noteLane(state: WatcherState, lane: LaneResult, at: string): boolean {
  const before = state.lanes[lane.client];
  if (before === undefined) return false;
  const isNews =
    lane.imported > 0 ||
    before.files !== lane.files ||
    before.last_error !== lane.error ||
    JSON.stringify(before.notices ?? []) !== JSON.stringify(lane.notices);
  state.lanes[lane.client] = {
    files: lane.files,
    imported: before.imported + lane.imported,
    last_import_at: lane.imported > 0 ? at : before.last_import_at,
    last_error: lane.error,
    ...(lane.notices.length > 0 && { notices: lane.notices }),
  };
  return isNews;
}

function failed(clients: readonly CaptureClient[], error: unknown): PassResult {
  const none = { files: 0, records: 0, imported: 0, known: 0, hasMore: false, notices: [] };
  return {
    lanes: clients.map((client) => ({ client, ...none, error: errorText(error) })),
    folders: [],
  };
}
