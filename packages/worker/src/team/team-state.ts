/** This clone's state for its team, in the user's private state folder: whether and what it sends, and the results. */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { attempt, isJsonObject } from '@hookloom/core';
import { readProjectFile, type Workspace } from '@hookloom/core/settings';
import { readPrivateFile, writePrivateFile } from '../private-file.ts';
import { readWhenChanged } from '../read-when-changed.ts';

const SEND_SCOPES = ['decisions', 'memory'] as const;
export type SendScope = (typeof SEND_SCOPES)[number];

export interface TeamState {
  /** The same for all clones of a repository. */
  project: string;
  /** Identifies the person, the machine and the clone. */
  writer: string;
  send: SendScope;
  last: {
    /** ISO 8601. */
    at: string;
    /** Null if it succeeded. */
    error: string | null;
    /** What to do about the error. */
    remedy: string;
    /** Whether the store denied access, so that another sync fails too. */
    isRefused: boolean;
  } | null;
  /** The last event of each of our logs in the store. */
  heads: Record<string, { seq: number; hash: string }>;
}

export function teamFolder({ eventloomDir }: Workspace, stateDir: string): string {
  return path.join(stateDir, 'team', digest(cloneId(eventloomDir)));
}

/** Distinguishes two clones of one person, whose logs may have the same names. */
export function cloneDigest({ eventloomDir }: Workspace): string {
  return digest(`${cloneId(eventloomDir)}\n${eventloomDir}`).slice(0, 8);
}

function cloneId(eventloomDir: string): string {
  return readProjectFile(eventloomDir)?.id ?? eventloomDir;
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** Null if this clone is in no team. */
export function readTeamState(folder: string): TeamState | null {
  const text = readPrivateFile(stateFile(folder));
  if (text === null) return null;
  return attempt(() => {
    const found: unknown = JSON.parse(text);
    if (!isJsonObject(found)) return null;
    const {
      project,
      writer,
      send,
      last = null,
      heads = {},
    } = found as unknown as Partial<TeamState>;
    if (typeof project !== 'string' || typeof writer !== 'string') return null;
    const known = SEND_SCOPES.find((each) => each === send) ?? 'decisions';
    return { project, writer, send: known, last, heads };
  });
}

export function writeTeamState(folder: string, state: TeamState): void {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  writePrivateFile(stateFile(folder), `${JSON.stringify(state, null, 2)}\n`);
}

/** Removes teammates' logs too. */
export function removeTeam(folder: string): void {
  fs.rmSync(folder, { recursive: true, force: true });
}

/** Teammates' logs are separate from the state, which each replication writes. */
export function logsFolder(folder: string): string {
  return path.join(folder, 'logs');
}

/** The folder of teammates' logs, or null, for each answer. Called for each log, so it reads the project's id once. */
export function partsFolder(workspace: Workspace, stateDir: string): () => string | null {
  const file = projectFile(workspace.eventloomDir);
  const folder = readWhenChanged(file, () => teamFolder(workspace, stateDir));
  return () => (fs.existsSync(stateFile(folder())) ? logsFolder(folder()) : null);
}

export function projectFile(eventloomDir: string): string {
  return path.join(eventloomDir, 'project.json');
}

export function stateFile(folder: string): string {
  return path.join(folder, 'state.json');
}
