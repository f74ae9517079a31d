/** One entry of a group's `hooks` (docs/reference/client-behaviour.md#claude-code-configuration). */
import type { EntryPlace, Entry } from './entry.ts';
import { handlerIdentity } from '../identity.ts';
import type { Handler } from '../../engine/handler.ts';
import { membersOf, nearMiss, reportMisspelt, valueOf, type Node } from './config-text.ts';
import { isToolEvent } from './events.ts';
import { loadAction } from './load-action.ts';
import { parsePermissionRule } from './permission-rule.ts';
import { timerMs } from '../../process/max-timer.ts';

const KNOWN_TYPES = ['command', 'http', 'mcp_tool', 'prompt', 'agent'];
const COMMON_KEYS = ['type', 'if', 'timeout', 'statusMessage', 'once', 'onFailure'];
const OWN_KEYS: Record<string, string[]> = {
  command: ['command', 'args', 'shell', 'async', 'asyncRewake'],
  http: ['url', 'headers', 'allowedEnvVars'],
  mcp_tool: ['server', 'tool', 'input'],
};

const DEFAULT_TIMEOUT_SECONDS = 600;
const EVENT_TIMEOUT_SECONDS: Record<string, number> = { UserPromptSubmit: 30, MessageDisplay: 10 };
/** A timeout of more than an hour is most likely in milliseconds. */
const SUSPICIOUS_SECONDS = 3_600;

/** Events on which a failed handler blocks nothing, whatever `onFailure` says. */
const FAILURE_NEVER_BLOCKS = new Set(['Stop', 'SubagentStop', 'TaskCompleted', 'TeammateIdle']);

/** Null: it cannot run here. The reason is reported. */
export function loadHandler(place: EntryPlace): Handler | null {
  const entry = openEntry(place);
  if (entry === null) return null;
  const { config, file, group, index, line } = entry;
  reportMisspelt(config, entry.members, [...COMMON_KEYS, ...(OWN_KEYS[entry.type] ?? [])]);
  const isAsync = readAsync(entry);
  const critical = readOnFailure(entry, isAsync);
  const action = loadAction(entry, critical);
  if (action === null) return null;
  const condition = readCondition(entry);
  const event = group.event.name;
  const { matcherText } = group;
  return {
    identity: handlerIdentity({ dialect: 'claude', event, matcherText, action, condition }),
    dialect: 'claude',
    source: { file, line, group: group.position, index },
    event,
    type: group.event.type,
    matcherText,
    matcher: group.matcher ?? { kind: 'names', names: [] },
    condition,
    action,
    timeoutMs: readTimeout(entry),
    async: isAsync,
    once: entry.flag('once'),
    critical,
    sequential: false,
    statusMessage: entry.text('statusMessage'),
    env: {},
    name: null,
  };
}

function openEntry(place: EntryPlace): Entry | null {
  const { config, entry: node } = place;
  const { name } = place.group.event;
  const line = config.lineOf(node);
  const report: Entry['report'] = (severity, code) => config.report(severity, code, line);
  const warn: Entry['warn'] = (code, ...words) => report('warning', code).says(...words);
  if (node.type !== 'object') {
    report('error', 'wrong_type').says(`A hook of ${name} is not an object.`, 'Fix the entry.');
    return null;
  }
  const members = membersOf(config, node);
  const wrong = (key: string, wanted: string): void => {
    warn('wrong_type', `"${key}" must be ${wanted}; it is ignored.`, 'Fix the entry.');
  };
  const find = (key: string): Node | undefined => {
    const value = members.find((member) => member.key === key)?.value;
    return value?.type === 'null' ? undefined : value;
  };
  const text: Entry['text'] = (key) => {
    const value = find(key);
    if (value === undefined) return null;
    if (value.type === 'string') return String(value.value);
    wrong(key, 'a text');
    return null;
  };
  const flag: Entry['flag'] = (key) => {
    const value = find(key);
    if (value === undefined) return false;
    if (value.type !== 'boolean') wrong(key, 'true or false');
    return valueOf(value) === true;
  };
  const typeNode = find('type');
  const type = typeNode?.type === 'string' ? String(typeNode.value) : '';
  if (!KNOWN_TYPES.includes(type)) {
    const meant = nearMiss(type, KNOWN_TYPES);
    report('error', 'unknown_handler_type').says(
      `A hook of ${name} has ${type === '' ? 'no type' : `the unknown type "${type}"`}. Claude Code drops the whole group for it, and headless every hook of the file.`,
      meant === undefined
        ? 'Write "type": "command" or "type": "http", or remove the entry.'
        : `Write "type": "${meant}".`,
    );
    return null;
  }
  return { ...place, line, type, members, report, warn, text, flag };
}

function readAsync(entry: Entry): boolean {
  if (entry.type !== 'command') return false;
  if (entry.flag('asyncRewake')) {
    entry.warn(
      'no_rewake',
      'asyncRewake runs in the background here, but its exit 2 does not wake the model.',
      'If its answer matters, use a hook that is not asynchronous.',
    );
    return true;
  }
  return entry.flag('async');
}

function readOnFailure(entry: Entry, isAsync: boolean): boolean {
  const word = entry.text('onFailure');
  if (word === null || word === 'continue') return false;
  const { name } = entry.group.event;
  if (word !== 'block') {
    entry.warn(
      'unknown_word',
      `"onFailure" is "${word.slice(0, 40)}"; it counts as "continue".`,
      'Write "block" or "continue".',
    );
    return false;
  }
  if (!isAsync && !FAILURE_NEVER_BLOCKS.has(name)) return true;
  entry.warn(
    'on_failure_ignored',
    `"onFailure": "block" means nothing ${isAsync ? 'for a hook that runs in the background' : `on ${name}`}.`,
    'Take it out.',
  );
  return false;
}

function readCondition(entry: Entry): string | null {
  const rule = entry.text('if');
  if (rule === null) return null;
  if (!isToolEvent(entry.group.event))
    entry.warn(
      'never_runs',
      `A hook with "if" never runs on ${entry.group.event.name}, which is about no tool.`,
      'Remove the "if", or move the hook to PreToolUse or PostToolUse.',
    );
  else if (parsePermissionRule(rule) === null)
    entry.warn(
      'invalid_condition',
      `"${rule.slice(0, 80)}" is not a permission rule; the hook runs for every call.`,
      'Write one rule, such as Bash(git *), Edit(src/**), Read or mcp__server__*.',
    );
  return rule;
}

function readTimeout(entry: Entry): number {
  const standard = EVENT_TIMEOUT_SECONDS[entry.group.event.name] ?? DEFAULT_TIMEOUT_SECONDS;
  const node = entry.members.find(({ key }) => key === 'timeout')?.value;
  if (node === undefined || node.type === 'null') return standard * 1_000;
  const seconds = valueOf(node);
  if (typeof seconds !== 'number' || !Number.isFinite(seconds) || seconds <= 0) {
    entry.warn(
      'invalid_timeout',
      `"timeout" must be a number of seconds above 0; ${standard} s are used.`,
      'Write seconds; fractions are fine.',
    );
    return standard * 1_000;
  }
  if (seconds > SUSPICIOUS_SECONDS)
    entry.warn(
      'suspicious_timeout',
      `A timeout of ${seconds} s is more than an hour: Claude Code counts in seconds.`,
      `If milliseconds were meant, write ${seconds / 1_000}.`,
    );
  return timerMs(seconds * 1_000);
}
