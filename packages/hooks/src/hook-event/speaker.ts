/** The real speaker of a turn that a program reports as the user's: the given role is only a claim. */
import fs from 'node:fs';
import { isatty } from 'node:tty';
import { attempt, isPerson, readProcesses, startedBy, type ProcessTable } from '@hookloom/core';
import { isRegistered } from '../found/registered-command.ts';

/**
 * `user`: a client's own hook or a person reports it. `agent`: an agent's tool reports it. `unknown`: none of them can
 * be found.
 */
export type Speaker = 'user' | 'agent' | 'unknown';

export interface SpeakerRequest {
  /** Its `self` is the program that reports. Null: the system has no table that can be read. */
  processes: ProcessTable | null;
  /** Variables of that program; null if they are unknown. */
  env: Record<string, string | undefined> | null;
  /** Whether one of its streams is a terminal. */
  isInteractive: boolean;
  /** The workspace, and the user's home. */
  root: string;
  home: string;
}

export function speakerOf(request: SpeakerRequest): Speaker {
  const { processes, env, isInteractive, root, home } = request;
  const place = { root, home, env: env ?? {}, platform: process.platform };
  const { kind } = startedBy({
    processes,
    env,
    isRegistered: (client, command) => isRegistered(client, command, place, readText),
  });
  if (kind !== 'unknown') return kind === 'hook' ? 'user' : 'agent';
  if (!isInteractive) return 'unknown';
  const terminal = { isTTY: true };
  const verdict = isPerson({ env: env ?? {}, stdin: terminal, stdout: terminal, processes });
  return verdict.isPerson ? 'user' : 'unknown';
}

/** The same for this process. */
export function speakerHere(root: string, env: Record<string, string | undefined>): Speaker {
  const isInteractive = [0, 1, 2].some((stream) => isatty(stream));
  const home = env['HOME'] ?? env['USERPROFILE'] ?? '';
  return speakerOf({ processes: readProcesses(), env, isInteractive, root, home });
}

function readText(file: string): string | null {
  return attempt(() => fs.readFileSync(file, 'utf8'), null);
}
