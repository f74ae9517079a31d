/** One entry of a Codex group's `hooks` (docs/reference/client-behaviour.md#codex-configuration). */
import type { Handler, HandlerAction } from '../../engine/handler.ts';
import { handlerIdentity } from '../identity.ts';
import { nearMiss } from '../claude/config-text.ts';
import { isTable, own, printable } from '../toml/parse-toml.ts';
import type { CodexEvent } from './events.ts';
import { type Group, type Loading, poisoned } from './loading.ts';
import { timerMs } from '../../process/max-timer.ts';

const HANDLER_KEYS =
  'type command commandWindows command_windows timeout async statusMessage additionalContextLimit'.split(
    ' ',
  );

const DEFAULT_SECONDS = 600;
/**
 * The limit of `SessionEnd` and `Interrupt`, whatever is configured
 * (docs/reference/client-behaviour.md#codex-session-end).
 */
const CLAMPED_SECONDS = 3;
const CLAMPED = new Set(['SessionEnd', 'Interrupt']);
/** A timeout of more than an hour is most likely in milliseconds. */
const SUSPICIOUS_SECONDS = 3_600;

interface HandlerPlace {
  event: CodexEvent;
  /** Null: the group's matcher is invalid. */
  group: Group | null;
  position: number;
  hook: unknown;
  index: number;
}

/** Null: it cannot run here. The reason is reported. */
export function loadHandler(place: HandlerPlace, loading: Loading): Handler | null {
  const { event, group, position, hook, index } = place;
  const line = loading.source.lines.hook(event.name, position, index);
  if (!isTable(hook)) {
    poisoned(loading, line, `A hook of ${event.name} is not an object.`);
    return null;
  }
  const action = actionOf(hook, event, line, loading);
  if (action === null || group === null) return null;
  reportIgnored(hook, line, loading);
  const { matcherText, matcher } = group;
  const status = own(hook, 'statusMessage');
  return {
    identity: handlerIdentity({
      dialect: 'codex',
      event: event.name,
      matcherText,
      action,
      condition: null,
    }),
    dialect: 'codex',
    source: { file: loading.loaded.file, line, group: position, index },
    event: event.name,
    type: event.type,
    matcherText,
    matcher,
    condition: null,
    action,
    timeoutMs: timeoutOf(own(hook, 'timeout'), event, line, loading),
    async: asyncOf(own(hook, 'async'), line, loading),
    once: false,
    critical: false,
    sequential: false,
    statusMessage: typeof status === 'string' && status !== '' ? status : null,
    env: {},
    name: null,
  };
}

function actionOf(
  hook: object,
  { name }: CodexEvent,
  line: number,
  loading: Loading,
): HandlerAction | null {
  const type = own(hook, 'type');
  const command = own(hook, 'command');
  if (type === 'command') {
    if (typeof command === 'string' && command.trim() !== '' && !command.includes('\0')) {
      const windows = own(hook, 'commandWindows') ?? own(hook, 'command_windows');
      const hasWindows = typeof windows === 'string' && windows.trim() !== '';
      return { kind: 'shell', command, ...(hasWindows ? { windows } : {}) };
    }
    loading
      .report('error', 'missing_command', line)
      .says(
        Array.isArray(command)
          ? `A hook of ${name} has a list for its command; Codex takes a text.`
          : `A hook of ${name} has no command.`,
        'Write "command": "…".',
      );
    return null;
  }
  if (type === 'mcp_tool' || type === 'prompt' || type === 'agent') {
    loading
      .report('warning', 'unsupported_handler', line)
      .says(
        type === 'mcp_tool'
          ? 'Hooks of type "mcp_tool" run under Codex alone.'
          : `Hooks of type "${type}" do not run; Codex skips them too.`,
        'Write a command to run it everywhere.',
      );
    return null;
  }
  const what = typeof type === 'string' ? `the type "${printable(type)}"` : 'no type';
  poisoned(loading, line, `A hook of ${name} has ${what}, which Codex does not know.`);
  return null;
}

function reportIgnored(hook: object, line: number, { report }: Loading): void {
  for (const key of Object.keys(hook)) {
    if (HANDLER_KEYS.includes(key)) continue;
    const meant = nearMiss(key, HANDLER_KEYS);
    const effect =
      key === 'if'
        ? 'the hook runs for every call'
        : key === 'once'
          ? 'the hook runs every time'
          : key === 'args'
            ? 'the command runs without them'
            : 'it has no effect';
    report('warning', 'unknown_key', line).says(
      `Codex ignores "${printable(key)}" without a word: ${effect}.`,
      meant === undefined
        ? 'Remove it, or write the hook in .hookloom/hooks.toml.'
        : `Write "${meant}".`,
    );
  }
}

function asyncOf(value: unknown, line: number, { report }: Loading): boolean {
  if (value === undefined || value === null || typeof value === 'boolean') return value === true;
  report('error', 'wrong_type', line).says(
    '"async" must be true or false.',
    'Write "async": true.',
  );
  return false;
}

function timeoutOf(seconds: unknown, { name }: CodexEvent, line: number, { report }: Loading) {
  const isClamped = CLAMPED.has(name);
  const standard = isClamped ? CLAMPED_SECONDS : DEFAULT_SECONDS;
  if (seconds === undefined || seconds === null) return standard * 1_000;
  if (typeof seconds !== 'number' || !Number.isFinite(seconds) || seconds <= 0) {
    report('error', 'invalid_timeout', line).says(
      `"timeout" must be a whole number of seconds above 0; ${standard} s are used.`,
      'Write "timeout": 30.',
    );
    return standard * 1_000;
  }
  if (isClamped && seconds > CLAMPED_SECONDS)
    report('warning', 'clamped_timeout', line).says(
      `Codex waits ${CLAMPED_SECONDS} s at most on ${name}, whatever the timeout says.`,
      'Hookloom waits for it. For Codex itself, start long work in another process.',
    );
  else if (seconds > SUSPICIOUS_SECONDS)
    report('warning', 'suspicious_timeout', line).says(
      `A timeout of ${seconds} s is more than an hour: Codex counts in seconds.`,
      `If milliseconds were meant, write ${Math.max(1, Math.round(seconds / 1_000))}.`,
    );
  return timerMs(seconds * 1_000);
}
