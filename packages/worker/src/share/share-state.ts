/**
 * This clone's state for shared memory, in the user's private state folder: the directory, the name to write under, and
 * the keys that a person accepted. None of it comes from the repository.
 */
import { writePrivateFile } from '../private-file.ts';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { readProjectFile, type Workspace } from '@hookloom/core/settings';
import path from 'node:path';
import { isJsonObject, notFound } from '@hookloom/core';
import type { StoredEvent } from '@hookloom/core/events';
import {
  DEFAULT_DIRECTORY,
  fileOf,
  forgetShared,
  keyOf,
  listParts,
  readWriterFile,
  repeatsForgotten,
  sessionsIn,
  sharedSession,
  writersIn,
  type Gate,
  type OwnFile,
  type ShareAccess,
} from '@hookloom/log';
import type { OperationContext } from '../operations/context.ts';
import { readWhenChanged } from '../read-when-changed.ts';
import { logsFolder, projectFile, stateFile, teamFolder } from '../team/team-state.ts';
import { knownKey, SHARE_KEY } from '../signing/signing-key.ts';

export interface ShareState {
  /** Relative to the project. */
  directory: string;
  /** Null until `share init`. */
  own: { author: string; machine: string; key: string } | null;
  /** The accepted name of each key. */
  trusted: Record<string, string>;
}

const MAX_BYTES = 1024 * 1024;

export function sharePlace(workspace: Workspace, stateDir: string) {
  const cloneId = readProjectFile(workspace.eventloomDir)?.id ?? workspace.eventloomDir;
  const name = createHash('sha256').update(cloneId).digest('hex').slice(0, 16);
  return { cloneId, file: `${stateDir}/share/${name}.json` };
}

export function readShareState(file: string): ShareState {
  const none: ShareState = { directory: DEFAULT_DIRECTORY, own: null, trusted: {} };
  try {
    if (fs.lstatSync(file).size > MAX_BYTES) return none;
    const found: unknown = JSON.parse(fs.readFileSync(file, 'utf8'));
    return isJsonObject(found) ? { ...none, ...(found as unknown as ShareState) } : none;
  } catch {
    return none;
  }
}

/** If two processes write at once, the later one wins completely. */
export function writeShareState(file: string, state: ShareState): void {
  fs.mkdirSync(file.slice(0, file.lastIndexOf('/')), { recursive: true, mode: 0o700 });
  writePrivateFile(file, `${JSON.stringify(state, null, 2)}\n`);
}

/** Nothing is shared while none of these exists. */
export function sharedPlaces(workspace: Workspace, stateDir: string): string[] {
  const { file } = sharePlace(workspace, stateDir);
  const writers = writersIn(`${workspace.root}/${DEFAULT_DIRECTORY}`);
  return [file, writers, stateFile(teamFolder(workspace, stateDir))];
}

/** Reads the state again only if its file or the project's id has changed. */
export function shareAccess(workspace: Workspace, stateDir: string): () => ShareAccess {
  const read = readWhenChanged(projectFile(workspace.eventloomDir), () => {
    const { file, cloneId } = sharePlace(workspace, stateDir);
    return readWhenChanged(file, () => {
      const { directory, own, trusted } = readShareState(file);
      const names = new Map(Object.entries(trusted));
      return {
        writersDir: writersIn(`${workspace.root}/${directory}`),
        own: own === null ? null : sharedSession(own.key, cloneId),
        nameOf: (key: string) => names.get(key) ?? null,
      };
    });
  });
  return () => read()();
}

/** What an answer from shared memory depends on: writers' files, teammates' logs, their folders, and trusted keys. */
export function sharedPaths(workspace: Workspace, stateDir: string): string[] {
  const { file } = sharePlace(workspace, stateDir);
  const { writersDir } = shareAccess(workspace, stateDir)();
  const logs = logsFolder(teamFolder(workspace, stateDir));
  const team = [logs, ...listParts(logs).map((session) => `${logs}/${session}.jsonl`)];
  if (writersDir === null) return [file, ...team.slice(0, MAX_WATCHED)];
  const sessions = sessionsIn(workspace.root, writersDir).slice(0, MAX_WATCHED);
  const files = sessions.map((session) => `${writersDir}/${fileOf(session)}`);
  return [file, writersDir, ...files, ...team.slice(0, MAX_WATCHED)];
}

/** A hook compares each of them. */
const MAX_WATCHED = 100;

/** Null before `share init`. */
export function knownOwnFile(workspace: Workspace, stateDir: string): OwnFile | null {
  const { file, cloneId } = sharePlace(workspace, stateDir);
  const { own, directory } = readShareState(file);
  const privateKey = own === null ? null : knownKey(stateDir, SHARE_KEY);
  if (own === null || privateKey === null) return null;
  const { root, eventloomDir } = workspace;
  const writersDir = writersIn(`${root}/${directory}`);
  return {
    ...own,
    privateKey,
    eventloomDir,
    writersDir,
    session: sharedSession(keyOf(privateKey), cloneId),
  };
}

/** @throws `not_found` before `share init`. */
export function ownFile(workspace: Workspace, stateDir: string | undefined): OwnFile {
  const own = stateDir === undefined ? null : knownOwnFile(workspace, stateDir);
  if (own !== null) return own;
  throw notFound('This clone does not share anything yet.', 'Run `hookloom share init`.');
}

export interface SharedForgetting {
  /** Number of lines of our own file that are removed. */
  own_lines: number;
  /**
   * Number of lines of other writers. They stay in their files, but are no longer shown here and where you are trusted.
   */
  lines_of_others: number;
  files: string[];
  /** What git still contains, and how to check. Empty if no line is shared. */
  history: string;
}

export interface SharedPlan extends SharedForgetting {
  /** 64 hex each. */
  hashes: string[];
}

/** The shared lines with the texts, and those that were named by citation. */
export function planShared(
  context: OperationContext,
  gate: Gate,
  named: readonly StoredEvent[],
): SharedPlan {
  const none = { own_lines: 0, lines_of_others: 0, files: [], history: '', hashes: [] };
  const { workspace, stateDir } = context;
  if (stateDir === undefined) return none;
  const { writersDir, own } = shareAccess(workspace, stateDir)();
  if (writersDir === null) return none;
  const hashes = new Set(named.map(({ hash }) => hash.replace('sha256:', '')));
  const files: string[] = [];
  const found: { hash: string; isOwn: boolean }[] = [];
  for (const session of sessionsIn(workspace.root, writersDir)) {
    const file = `${writersDir}/${fileOf(session)}`;
    const before = found.length;
    for (const judged of readWriterFile(session, file)?.lines ?? []) {
      if (!judged.ok || judged.event.type === 'share.forgotten') continue;
      if (hashes.has(judged.hash) || repeatsForgotten(gate, judged.event))
        found.push({ hash: judged.hash, isOwn: session === own });
    }
    if (found.length > before) files.push(path.relative(workspace.root, file));
  }
  if (found.length === 0) return none;
  const ownLines = found.filter(({ isOwn }) => isOwn).length;
  return {
    own_lines: ownLines,
    lines_of_others: found.length - ownLines,
    files,
    hashes: found.map(({ hash }) => hash),
    history: `If ${files.join(' and ')} ${files.length === 1 ? 'was' : 'were'} committed, the history of git and every clone still contain ${found.length === 1 ? 'the line' : 'the lines'}. See the commits with \`git log --oneline -- ${files[0]!}\`. Only rewriting the history removes it, for example with git filter-repo.`,
  };
}

/** Returns why other machines are not informed, or null. */
export function forgetInFiles(context: OperationContext, { hashes }: SharedPlan): string | null {
  if (hashes.length === 0) return null;
  const { workspace, stateDir } = context;
  const own = stateDir === undefined ? null : knownOwnFile(workspace, stateDir);
  if (own === null)
    return 'Other machines are not told: run `hookloom share init`, and forget it again.';
  forgetShared(own, hashes, context.clock.now());
  return null;
}
