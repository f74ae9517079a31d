/** The logs and files that hold a part of a session's memory, and what a page of an answer pins them to. */
import fs from 'node:fs';
import { sha256Hex } from '@hookloom/core';
import { sharedPaths } from '../share/share-state.ts';
import { sharedBeside, type OperationContext } from './context.ts';
import { partsBeside } from './notices.ts';

/** The session first, then the logs that a repair or a continuation made of it, then the files of the team. */
export function sessionsOf(context: OperationContext, session: string): string[] {
  return [session, ...partsBeside(context, session), ...sharedBeside(context)];
}

export interface Beside {
  /** Logs that may grow: the session and its parts. */
  logs: string[];
  /** The files of the team. They only change when a person pulls or publishes. */
  shared: string[];
  /** Another text whenever there is another log or file, or a file has changed. Empty for a session alone. */
  mark: string;
}

export function besideOf(context: OperationContext, session: string): Beside {
  const parts = partsBeside(context, session).sort();
  const shared = sharedBeside(context);
  const logs = [session, ...parts];
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
