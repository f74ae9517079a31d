/** One entry of an event: a flat hook, a group of commands, or both at once. */
import type { JsonObject } from '@hookloom/core';
import type { Handler, HandlerAction, Matcher } from '../../engine/handler.ts';
import { handlerIdentity } from '../identity.ts';
import { compileMatcher } from '../matcher.ts';
import { isCodexGroup, isTable, printable, type Loading } from './parse-toml.ts';
import { snakeOf, type TomlEvent } from './events.ts';
import { timerMs } from '../../process/max-timer.ts';

interface EntryPlace {
  event: TomlEvent;
  /** The event's key as the file spells it, and the entry's position below it. */
  key: string;
  entry: unknown;
  at: number;
  /** Position among all groups of the event. */
  group: number;
}

const DEFAULT_SECONDS = 600;
/** A timeout of more than an hour is most likely in milliseconds. */
const SUSPICIOUS_SECONDS = 3_600;

/** Options of one hook. docs/reference/hook-language.md describes each of them. */
export const TOML_OPTIONS = [
  'command',
  'timeout',
  'matcher',
  'async',
  'once',
  'status_message',
  'critical',
] as const;
const OPTIONS: readonly string[] = TOML_OPTIONS;

export function loadEntry(place: EntryPlace, loading: Loading): void {
  const { event, key, entry, at } = place;
  const { report, lines } = loading;
  const line = lines.group(key, at);
  if (!isTable(entry))
    return report('error', 'wrong_type', line).says(
      `An entry of ${event.name} is not a table.`,
      `Write [[hooks.${event.name}]].`,
    );
  const known = [...OPTIONS, 'commands', ...(isCodexGroup(entry) ? ['hooks'] : [])];
  const shared = optionsOf(entry, known, event, line, loading);
  const { commands, ...own } = shared;
  let index = 0;
  if ('command' in own) loadCommand(own, { ...place, line, index: index++ }, loading);
  if (commands === undefined) {
    if (index === 0) reportMissing(place, line, own, loading);
    return;
  }
  const { command: _, hooks: __, ...defaults } = own;
  const list = isTable(commands) ? [commands] : commands;
  if (!Array.isArray(list))
    return report('error', 'wrong_type', line).says(
      '"commands" must be a list of tables.',
      `Write [[hooks.${event.name}.commands]].`,
    );
  list.forEach((item, position) => {
    const where = lines.command(key, at, position);
    const handlerPlace = { ...place, line: where, index: index++ };
    // A text or a list in a list of commands is a command without options.
    const options = isTable(item)
      ? optionsOf(item, OPTIONS, event, where, loading)
      : { command: item };
    loadCommand({ ...defaults, ...options }, handlerPlace, loading);
  });
}

type HandlerPlace = EntryPlace & { line: number; index: number };

function reportMissing(
  { event, entry }: EntryPlace,
  line: number,
  options: JsonObject,
  loading: Loading,
): void {
  const isCodex = isCodexGroup(entry);
  loading
    .report('error', 'missing_command', line)
    .says(
      isCodex
        ? `An entry of ${event.name} has Codex's "hooks" where this language has "commands".`
        : `An entry of ${event.name} has no command.`,
      isCodex
        ? `Write [[hooks.${event.name}.commands]], or name the event ${event.pascal} in a config.toml for Codex itself.`
        : 'Write command = "…" or command = ["program", "argument"].',
    );
  if (options['critical'] === true) blockBroken(event, 'it has no command', loading);
}

/** The options of a table by their canonical names; unknown ones are reported. */
function optionsOf(
  table: JsonObject,
  known: readonly string[],
  event: TomlEvent,
  line: number,
  { report }: Loading,
): JsonObject {
  const options: JsonObject = {};
  for (const key of Object.keys(table)) {
    const word = snakeOf(key);
    if (known.includes(word)) options[word] = table[key]!;
    else
      report('warning', 'unknown_key', line).says(
        `"${printable(key)}" of ${event.name} is not known; it is ignored.`,
        word === 'timeout_ms'
          ? 'Write timeout, in seconds.'
          : `Known: ${known.filter((name) => name !== 'hooks').join(', ')}.`,
      );
  }
  return options;
}

function loadCommand(options: JsonObject, place: HandlerPlace, loading: Loading): void {
  const { event, line, group, index } = place;
  const { loaded, report } = loading;
  const flag = (key: string): boolean => readFlag(key, options, line, loading);
  const critical = flag('critical');
  const action = actionOf(options['command']);
  if (action === null) {
    report('error', 'missing_command', line).says(
      `A command of ${event.name} must be a text or a list of texts, and not empty.`,
      'Write command = "…" or command = ["program", "argument"].',
    );
    if (critical) blockBroken(event, 'its command cannot be run', loading);
    return;
  }
  const matching = matcherOf(options['matcher'], place, loading);
  if (matching.matcher === null) {
    if (critical) blockBroken(event, `its matcher cannot be used (${matching.reason})`, loading);
    return;
  }
  const isAsync = flag('async');
  if (critical && (isAsync || !event.blockable))
    report('warning', isAsync ? 'critical_in_background' : 'critical_without_effect', line).says(
      `${isAsync ? 'A hook that runs in the background' : event.name} cannot block, so critical refuses nothing.`,
      isAsync ? 'Remove async or critical.' : 'Remove critical, or use an event that can block.',
    );
  const { matcherText, matcher } = matching;
  const status = options['status_message'];
  if (status !== undefined && typeof status !== 'string')
    report('error', 'wrong_type', line).says(
      '"status_message" must be a text.',
      'Write status_message = "…".',
    );
  const handler: Handler = {
    identity: handlerIdentity({
      dialect: 'toml',
      event: event.name,
      matcherText,
      action,
      condition: null,
    }),
    dialect: 'toml',
    source: { file: loaded.file, line, group, index },
    event: event.name,
    type: event.type,
    matcherText,
    matcher,
    condition: null,
    action,
    timeoutMs: timeoutOf(options['timeout'], line, loading),
    async: isAsync,
    once: flag('once'),
    critical: critical && !isAsync,
    sequential: false,
    statusMessage: typeof status === 'string' && status !== '' ? status : null,
    env: {},
    name: null,
  };
  loaded.handlers.push(handler);
}

function blockBroken({ type, name }: TomlEvent, why: string, { loaded }: Loading): void {
  const reason = `A critical hook of ${name} in ${printable(loaded.file.path)} cannot run: ${why}.`;
  loaded.blocked.push({ type, event: name, reason });
}

function actionOf(command: unknown): HandlerAction | null {
  if (typeof command === 'string')
    return isRunnable(command) && command.trim() !== '' ? { kind: 'shell', command } : null;
  if (!Array.isArray(command)) return null;
  const words = command.filter((word): word is string => typeof word === 'string');
  const [program, ...rest] = words;
  if (words.length < command.length || !words.every(isRunnable)) return null;
  return program === undefined || program.trim() === ''
    ? null
    : { kind: 'argv', argv: [program, ...rest] };
}

/** A process argument cannot hold a NUL. */
function isRunnable(text: string): boolean {
  return !text.includes('\0');
}

type Matching =
  | { matcherText: string | null; matcher: Matcher }
  | { matcherText: null; matcher: null; reason: string };

function matcherOf(text: unknown, { event, line }: HandlerPlace, { report }: Loading): Matching {
  if (text === undefined) return { matcherText: null, matcher: { kind: 'all' } };
  const compiled =
    typeof text === 'string'
      ? compileMatcher(text, 'toml')
      : ({ ok: false, reason: 'it is not a text' } as const);
  if (!compiled.ok) {
    report('error', 'invalid_matcher', line).says(
      `The matcher of a ${event.name} hook cannot be used: ${printable(compiled.reason)}.`,
      'Fix the pattern. Until then the hook does not run.',
    );
    return { matcherText: null, matcher: null, reason: printable(compiled.reason) };
  }
  const matcherText = typeof text === 'string' ? text : null;
  if (event.matcherField !== null || compiled.matcher.kind === 'all')
    return { matcherText, matcher: compiled.matcher };
  report('warning', 'matcher_ignored', line).says(
    `${event.name} has nothing to match; the hook runs whatever its matcher says.`,
    'Remove the matcher.',
  );
  return { matcherText, matcher: { kind: 'all' } };
}

function timeoutOf(seconds: unknown, line: number, { report }: Loading): number {
  if (seconds === undefined) return DEFAULT_SECONDS * 1_000;
  if (typeof seconds !== 'number' || !Number.isFinite(seconds) || seconds <= 0) {
    report('error', 'invalid_timeout', line).says(
      `"timeout" must be a number of seconds above 0; ${DEFAULT_SECONDS} s are used.`,
      'Write timeout = 30.',
    );
    return DEFAULT_SECONDS * 1_000;
  }
  if (seconds > SUSPICIOUS_SECONDS)
    report('warning', 'suspicious_timeout', line).says(
      `A timeout of ${seconds} s is more than an hour: this language counts in seconds.`,
      `If milliseconds were meant, write ${seconds / 1_000}.`,
    );
  return timerMs(seconds * 1_000);
}

function readFlag(key: string, options: JsonObject, line: number, { report }: Loading): boolean {
  const value = options[key];
  if (value === undefined || typeof value === 'boolean') return value === true;
  // The author of critical = "yes" wants a guard that fails closed.
  const counts = key === 'critical';
  report('error', 'wrong_type', line).says(
    `"${key}" must be true or false; it counts as ${counts}.`,
    `Write ${key} = true.`,
  );
  return counts;
}
