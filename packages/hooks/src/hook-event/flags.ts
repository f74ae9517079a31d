/** `--flag value` and `--flag=value`, for the hook path, which has no argument parser. */

/** The fault of a command line, as one line for standard error. */
export class UsageError extends Error {}

export type Flags = Record<string, string>;

/**
 * Every flag takes a value; an empty value counts as not given (an unset shell variable). The last one wins.
 * Throws `UsageError`.
 *
 * @example parseFlags(['--source', 'codex', '--turn-count=7'], ['source', 'turn-count'])
 * // → { source: 'codex', 'turn-count': '7' }
 */
export function parseFlags(args: readonly string[], known: readonly string[]): Flags {
  const flags: Flags = {};
  for (let at = 0; at < args.length; at++) {
    const match = /^--([a-z][a-z-]*)(?:=([\s\S]*))?$/.exec(args[at]!);
    if (match === null) throw new UsageError(`unexpected argument ${quote(args[at]!)}`);
    const [, name, inline] = match;
    if (!known.includes(name!)) throw new UsageError(`unknown option --${name!.slice(0, 60)}`);
    const value = inline ?? args[++at];
    if (value === undefined) throw new UsageError(`--${name!} needs a value`);
    if (value !== '') flags[name!] = value;
    else delete flags[name!];
  }
  return flags;
}

/** An integer flag. Throws `UsageError` for any other value. */
export function integerFlag(flags: Flags, name: string): number | undefined {
  const text = flags[name];
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!/^\s*[+-]?\d{1,16}\s*$/.test(text) || !Number.isSafeInteger(value))
    throw new UsageError(`--${name} needs an integer, not ${quote(text)}`);
  return value;
}

/** Shown on a terminal: short, on one line, without control characters. */
export function quote(text: string): string {
  return JSON.stringify(text.slice(0, 60).toWellFormed()).replace(
    /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069]/g,
    '?',
  );
}

/** The triggers of `hook-event` (docs/reference/cli.md). */

interface Trigger {
  /** The event that is appended. */
  type: string;
  kind: 'lifecycle' | 'command' | 'file-edit' | 'tool-call' | 'transcript-turn';
  required: readonly string[];
}

function lifecycle(type: string): Trigger {
  return { type, kind: 'lifecycle', required: [] };
}

export const TRIGGERS: Record<string, Trigger> = {
  'session-start': lifecycle('hook.session_started'),
  resume: lifecycle('hook.resumed'),
  'session-resumed': lifecycle('hook.session_resumed'),
  stop: lifecycle('hook.stop'),
  precompact: lifecycle('hook.precompact'),
  checkpoint: lifecycle('hook.checkpoint'),
  heartbeat: lifecycle('hook.heartbeat'),
  'user-prompt-submit': lifecycle('hook.user_prompt_submitted'),
  command: { type: 'command.completed', kind: 'command', required: ['command', 'exit-code'] },
  'file-edit': { type: 'file.edit.applied', kind: 'file-edit', required: ['path'] },
  'tool-call': { type: 'tool.call.completed', kind: 'tool-call', required: ['tool-name'] },
  'transcript-turn': {
    type: 'transcript.turn',
    kind: 'transcript-turn',
    required: ['role', 'content'],
  },
};

const ALIASES: Record<string, string> = { start: 'session-start' };

/** The canonical spelling of the trigger, or null: case does not count, `_` is `-`. */
export function triggerName(text: string): string | null {
  const name = text.trim().toLowerCase().replaceAll('_', '-');
  const known = Object.hasOwn(ALIASES, name) ? ALIASES[name]! : name;
  return Object.hasOwn(TRIGGERS, known) ? known : null;
}
