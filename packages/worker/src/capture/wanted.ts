/**
 * The watchers that users want: one file each in the user's private folder, from `capture start` until `capture stop`.
 * They are not in the workspace, so that a folder from someone else cannot start its own watcher.
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { attempt, isJsonObject, type JsonObject } from '@hookloom/core';
import { privateStateDir } from '@hookloom/hooks';
import { stateDirPath } from '@hookloom/core/settings';
import { readPrivateFile, writePrivateFile } from '../private-file.ts';
import type { WatcherState } from './watcher-state.ts';

export interface WantedWatcher extends Pick<
  WatcherState,
  'version' | 'eventloom_path' | 'workspace' | 'session_id' | 'interval_seconds' | 'graph'
> {
  max_records_per_file: number;
  /** RFC 3339: when it was requested. */
  wanted_at: string;
  /** Where this user's clients store files. A process that restarts the watcher may have other variables. */
  env: Record<string, string>;
}

/** The history of starts. A separate file, so that a restart never recreates a mark that was removed. */
export interface Attempts {
  /** Consecutive starts after which it soon ended. */
  attempts: number;
  /** RFC 3339; null before the first start. */
  attempted_at: string | null;
  /** Why it had to be restarted; null before that. */
  reason: string | null;
}

type Env = Record<string, string | undefined>;

const OF_THE_USER =
  'HOME USERPROFILE CLAUDE_CONFIG_DIR CODEX_HOME GEMINI_CLI_HOME HOOKLOOM_STATE_DIR XDG_STATE_HOME LOCALAPPDATA'.split(
    ' ',
  );
const MAX_BYTES = 64 * 1024;

/** The variables in `env` that locate the clients' folders and ours. */
export function userPlaces(env: Env): Record<string, string> {
  return Object.fromEntries(
    OF_THE_USER.flatMap((name): [string, string][] =>
      env[name] === undefined ? [] : [[name, env[name]]],
    ),
  );
}

export function wantWatcher(env: Env, wanted: WantedWatcher): void {
  const folder = path.join(privateStateDir(env), 'watchers');
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = wantedFile(env, wanted.eventloom_path);
  fs.rmSync(attemptsOf(file), { force: true });
  writePrivateFile(file, JSON.stringify(wanted));
}

/** From now on nothing restarts it. */
export function removeWantedWatcher(env: Env, eventloomDir: string): void {
  const file = wantedFile(env, eventloomDir);
  fs.rmSync(file, { force: true });
  fs.rmSync(attemptsOf(file), { force: true });
}

export function attemptsAt(env: Env, eventloomDir: string): Attempts {
  const none = { attempts: 0, attempted_at: null, reason: null };
  try {
    const file = attemptsOf(wantedFile(env, eventloomDir));
    const value: unknown = JSON.parse(readPrivateFile(file, MAX_BYTES) ?? 'null');
    return isJsonObject(value) && typeof value['attempts'] === 'number'
      ? { ...none, ...(value as unknown as Attempts) }
      : none;
  } catch {
    return none;
  }
}

export function noteAttempt(env: Env, eventloomDir: string, attempts: Attempts): void {
  writePrivateFile(attemptsOf(wantedFile(env, eventloomDir)), JSON.stringify(attempts));
}

/** Null if it is not wanted. */
export function wantedWatcher(env: Env, eventloomDir: string): WantedWatcher | null {
  return read(wantedFile(env, eventloomDir));
}

/** All watchers of this user. Creates no folder. */
export function wantedWatchers(env: Env): WantedWatcher[] {
  const folder = path.join(stateDirPath(env), 'watchers');
  const names = attempt(() =>
    fs.readdirSync(folder).filter((name) => /^[0-9a-f]{32}\.json$/.test(name)),
  );
  if (names === null) return [];
  return names.map((name) => read(path.join(folder, name))).filter((one) => one !== null);
}

/** The mark file. While it exists, the watcher is wanted. */
export function wantedFile(env: Env, eventloomDir: string): string {
  const digest = createHash('sha256').update(realPath(eventloomDir)).digest('hex').slice(0, 32);
  return path.join(stateDirPath(env), 'watchers', `${digest}.json`);
}

function attemptsOf(file: string): string {
  return file.replace(/json$/, 'attempts');
}

/** One folder under two names has one watcher. The folder may have been deleted. */
function realPath(file: string): string {
  try {
    return fs.realpathSync(file);
  } catch {
    return path.resolve(file);
  }
}

function read(file: string): WantedWatcher | null {
  return attempt(() => {
    const value: unknown = JSON.parse(readPrivateFile(file, MAX_BYTES) ?? 'null');
    return isJsonObject(value) && isWanted(value) ? (value as unknown as WantedWatcher) : null;
  });
}

function isWanted(value: JsonObject): boolean {
  const texts = ['eventloom_path', 'workspace', 'session_id', 'wanted_at'];
  const numbers = ['max_records_per_file', 'interval_seconds'];
  return (
    value['version'] === 1 &&
    isJsonObject(value['env']) &&
    texts.every((key) => typeof value[key] === 'string') &&
    numbers.every((key) => typeof value[key] === 'number')
  );
}
