/** One entry of a group's `hooks`: a command, with milliseconds and its own variables. */
import { handlerIdentity } from '../identity.ts';
import type { ConfigFile, Handler, HandlerAction, Matcher } from '../../engine/handler.ts';
import {
  membersOf,
  reportMisspelt,
  textsOf,
  valueOf,
  type ConfigText,
  type Member,
  type Node,
} from '../claude/config-text.ts';
import { wrongType } from '../claude/read-groups.ts';
import type { GeminiEvent } from './events.ts';
import { timerMs } from '../../process/max-timer.ts';

const HANDLER_KEYS = ['type', 'command', 'name', 'description', 'timeout', 'env'];
const DEFAULT_TIMEOUT_MS = 60_000;

export interface Group {
  event: GeminiEvent;
  position: number;
  matcherText: string | null;
  matcher: Matcher;
  sequential: boolean;
}

/** Null: it cannot run. The reason is reported. */
export function loadHandler(
  config: ConfigText,
  file: ConfigFile,
  group: Group,
  { entry, index }: { entry: Node; index: number },
): Handler | null {
  const line = config.lineOf(entry);
  const { event, matcherText, matcher, sequential, position } = group;
  if (entry.type !== 'object') {
    wrongType(config, line, `A hook of ${event.name}`, 'an object');
    return null;
  }
  const members = membersOf(config, entry);
  reportMisspelt(config, members, HANDLER_KEYS);
  const value = (key: string): unknown => {
    const member = members.find((one) => one.key === key);
    return member === undefined ? undefined : (valueOf(member.value) ?? undefined);
  };
  const type = value('type');
  if (type !== 'command') {
    config
      .report('error', 'unknown_handler_type', line)
      .says(
        `A hook of ${event.name} has ${typeof type === 'string' ? `the unknown type "${type.slice(0, 40)}"` : 'no type'}; it does not run.`,
        'Write "type": "command".',
      );
    return null;
  }
  const command = value('command');
  if (typeof command !== 'string' || command.trim() === '') {
    config
      .report('error', 'missing_command', line)
      .says(`A hook of ${event.name} has no command.`, 'Write "command": "…".');
    return null;
  }
  const named = value('name');
  const name = typeof named === 'string' && named !== '' ? named : null;
  const action: HandlerAction = { kind: 'shell', command };
  return {
    // For Gemini CLI, two hooks are equal if their names and commands are.
    identity: handlerIdentity({
      dialect: 'gemini',
      event: event.name,
      matcherText,
      action,
      condition: name,
    }),
    dialect: 'gemini',
    source: { file, line, group: position, index },
    event: event.name,
    type: event.type,
    matcherText,
    matcher,
    condition: null,
    action,
    timeoutMs: readTimeout(config, value('timeout'), line),
    async: false,
    once: false,
    critical: false,
    sequential,
    statusMessage: null,
    env: readEnv(config, members),
    name,
  };
}

function readTimeout(config: ConfigText, timeout: unknown, line: number): number {
  if (timeout === undefined) return DEFAULT_TIMEOUT_MS;
  if (typeof timeout !== 'number' || !Number.isFinite(timeout) || timeout <= 0) {
    config
      .report('warning', 'invalid_timeout', line)
      .says(
        `"timeout" must be a number of milliseconds above 0; ${DEFAULT_TIMEOUT_MS} are used.`,
        'Write milliseconds.',
      );
    return DEFAULT_TIMEOUT_MS;
  }
  if (timeout < 1_000)
    config
      .report('warning', 'suspicious_timeout', line)
      .says(
        `A timeout of ${timeout} is less than a second: Gemini CLI counts in milliseconds.`,
        `If seconds were meant, write ${timeout * 1_000}.`,
      );
  return timerMs(timeout);
}

function readEnv(config: ConfigText, members: readonly Member[]): Record<string, string> {
  const member = members.find(({ key }) => key === 'env');
  if (member === undefined || member.value.type === 'null') return {};
  const { texts, others } = textsOf(member.value);
  if (member.value.type !== 'object' || others.length > 0)
    wrongType(config, member.line, '"env"', 'an object of texts');
  return texts;
}
