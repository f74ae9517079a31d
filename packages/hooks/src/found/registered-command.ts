/** Whether a command is one of a client's hooks, based on the command line of the process it started. */
import path from 'node:path';
import { attempt, baseName, type ProcessEntry } from '@hookloom/core';
import { PLACES, PROGRAMS, type Place } from './places.ts';

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
