/** The logs and files that are read with a session. A cursor fixes them for all its pages. */
import fs from 'node:fs';
import { sha256Hex } from '@hookloom/core';
import { sharedPaths } from '../share/share-state.ts';
import { sharedSessions, type OperationContext } from './context.ts';
import { partsOfSession } from './notices.ts';

export function sourcesOfSession(context: OperationContext, session: string) {
  const parts = partsOfSession(context, session).sort();
  /** The files of the team. They only change when a person pulls or publishes. */
  const shared = sharedSessions(context);
  /** Logs that may grow: the session and its parts. */
  const logs = [session, ...parts];
  // `mark` changes when a log or file is added or a file changes.
  if (parts.length === 0 && shared.length === 0) return { logs, shared, mark: '' };
  const { workspace, stateDir } = context;
  const files =
    shared.length === 0 || stateDir === undefined ? [] : sharedPaths(workspace, stateDir);
  return { logs, shared, mark: sha256Hex(JSON.stringify([parts, shared, files.map(stampOf)])) };
}

function stampOf(file: string): string {
  const stats = fs.statSync(file, { throwIfNoEntry: false });
  return stats === undefined ? '' : `${stats.size} ${stats.mtimeMs}`;
}
