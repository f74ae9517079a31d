/** The real speaker of a turn that a program reports as the user's: the given role is only a claim. */
import fs from 'node:fs';
import { isatty } from 'node:tty';
import path from 'node:path';
import {
  attempt,
  isPerson,
  readProcesses,
  startedBy,
  type ProcessTable,
  baseName,
  type ProcessEntry,
} from '@hookloom/core';
import { PLACES, PROGRAMS, type Place } from '../found/places.ts';

/**
 * `user`: a client's own hook or a person reports it. `agent`: an agent's tool reports it. `unknown`: none of them can
 * be found.
 */
export type Speaker = 'user' | 'agent' | 'unknown';

interface SpeakerRequest {
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

export function speakerOf({ processes, env, isInteractive, root, home }: SpeakerRequest): Speaker {
  const place = { root, home, env: env ?? {}, platform: process.platform };
  const { kind } = startedBy({
    processes,
    env,
    isRegistered: (client, command) =>
      isRegistered(client, command, place, (file) => attempt(() => fs.readFileSync(file, 'utf8'))),
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

// Whether a command is one of a client's hooks, based on the command line of the process it started.

/** `"command": "…"` in JSON and `command = '…'` in TOML; Copilot calls it `bash`. */
const COMMAND = /"?\b(?:command|bash)"?\s*[:=]\s*("(?:[^"\\\n]|\\.)*"|'[^'\n]*')/g;

/**
 * A shell still shows the command as it is registered. If the shell was replaced by the command, the process shows the
 * command's words, and those before the first variable must be the registered ones.
 */
export function isRegistered(
  client: string,
  { words }: Pick<ProcessEntry, 'words'>,
  place: Place,
  read: (file: string) => string | null,
): boolean {
  const own = words.findIndex((word) => baseName(word) === 'hook.cjs');
  // Our launcher is replaced by this one, which runs the user's hooks.
  if (own !== -1 && words[own + 1] === 'hook') return true;
  const commands = filesOf(client, place).flatMap((file) => commandsIn(read(file) ?? ''));
  const at = words.findIndex((word) => /^-\w*c$/.test(word));
  const script = at === -1 ? undefined : words[at + 1];
  return commands.some((command) => command === script || startsWith(words, literalWords(command)));
}

/** Its hook files; for Codex, also the settings that may contain hooks. */
function filesOf(client: string, place: Place): string[] {
  const program = PROGRAMS.find((one) => one === client);
  if (program === undefined) return [];
  const { hookFiles, mcpFiles } = PLACES[program];
  const settings = mcpFiles(place).filter(({ format }) => format === 'toml');
  return [...hookFiles(place), ...settings.map(({ file }) => file)];
}

function commandsIn(text: string): string[] {
  return [...text.matchAll(COMMAND)].flatMap(([, quoted = '']) => {
    if (quoted.startsWith("'")) return [quoted.slice(1, -1)];
    return attempt(() => [JSON.parse(quoted) as string], []);
  });
}

function literalWords(command: string): string[] {
  const words = command.trim().split(/\s+/);
  const end = words.findIndex((word) => /[$`"'|&;<>(){}*?~\\]/.test(word));
  return (end === -1 ? words : words.slice(0, end)).map((word) => baseName(path.normalize(word)));
}

/** An interpreter may come before them. */
function startsWith(words: readonly string[], wanted: readonly string[]): boolean {
  if (wanted.length === 0) return false;
  return [0, 1].some((skip) =>
    wanted.every((word, at) => baseName(words[at + skip] ?? '') === word),
  );
}
