/** Gemini CLI's `settings.json`: `hooks` and `hooksConfig` (hooks.md §C). Timeouts are milliseconds. */
import { compileMatcher } from '../../engine/matcher.ts';
import type { ConfigFile, Handler, LoadedFile } from '../../engine/handler.ts';
import {
  membersOf,
  nearMiss,
  readConfigText,
  reportMisspelt,
  valueOf,
  type ConfigText,
  type Member,
  type Node,
} from '../claude/config-text.ts';
import { GEMINI_EVENTS, geminiEvent, type GeminiEvent } from './events.ts';
import { loadHandler, wrongType, type Group } from './load-handler.ts';

const EVENT_NAMES = GEMINI_EVENTS.map(({ name }) => name);
const FOREIGN_EVENTS: Record<string, string> = {
  PreToolUse: 'BeforeTool',
  PostToolUse: 'AfterTool',
  PostToolUseFailure: 'AfterTool',
  UserPromptSubmit: 'BeforeAgent',
  Stop: 'AfterAgent',
  SubagentStop: 'AfterAgent',
  PreCompact: 'PreCompress',
};
/** Settings that stood beside the events in older versions. */
const OLD_SETTINGS = ['enabled', 'disabled', 'notifications'];

interface Loading {
  config: ConfigText;
  loaded: LoadedFile;
  disabled: ReadonlySet<string>;
}

/**
 * Never throws; what is wrong becomes a problem with its line. A hook of AfterTool is two handlers, because failed calls
 * are events of their own under other clients.
 *
 * @example geminiLoad('{"hooks":{"BeforeTool":[{"matcher":"shell","hooks":[{"type":"command","command":"./guard"}]}]}}', file)
 */
export function geminiLoad(text: string, file: ConfigFile): LoadedFile {
  const config = readConfigText(text, file);
  const loaded: LoadedFile = {
    file,
    handlers: [],
    problems: config.problems,
    disablesAll: false,
    blocked: [],
  };
  if (config.root === null) return loaded;
  const top = membersOf(config, config.root);
  reportMisspelt(config, top, ['hooks', 'hooksConfig']);
  const settings = readHooksConfig(
    config,
    top.find(({ key }) => key === 'hooksConfig'),
  );
  loaded.disablesAll = settings.off;
  const hooks = top.find(({ key }) => key === 'hooks');
  if (hooks === undefined || hooks.value.type === 'null') return loaded;
  if (hooks.value.type !== 'object') {
    wrongType(config, hooks.line, '"hooks"', 'an object of events');
    return loaded;
  }
  for (const member of membersOf(config, hooks.value))
    loadEvent(member, { config, loaded, disabled: settings.disabled });
  return loaded;
}

function readHooksConfig(
  config: ConfigText,
  member: Member | undefined,
): { off: boolean; disabled: Set<string> } {
  const disabled = new Set<string>();
  if (member === undefined) return { off: false, disabled };
  if (member.value.type !== 'object') {
    wrongType(config, member.line, '"hooksConfig"', 'an object');
    return { off: false, disabled };
  }
  let off = false;
  const members = membersOf(config, member.value);
  reportMisspelt(config, members, OLD_SETTINGS);
  for (const { key, value, line } of members) {
    const plain = valueOf(value);
    if (key === 'enabled') {
      if (typeof plain !== 'boolean') wrongType(config, line, '"enabled"', 'true or false');
      off = plain === false;
    } else if (key === 'disabled') {
      if (!Array.isArray(plain)) wrongType(config, line, '"disabled"', 'a list of hook names');
      else for (const name of plain) if (typeof name === 'string') disabled.add(name);
    }
  }
  return { off, disabled };
}

function loadEvent({ key, value, line }: Member, loading: Loading): void {
  const { config } = loading;
  const event = geminiEvent(key);
  if (event === undefined) {
    const moved = OLD_SETTINGS.includes(key);
    const meant = Object.hasOwn(FOREIGN_EVENTS, key)
      ? FOREIGN_EVENTS[key]
      : nearMiss(key, EVENT_NAMES);
    config.report({
      severity: 'warning',
      code: 'unknown_event',
      message: moved
        ? `"${key}" belongs into "hooksConfig"; here it has no effect.`
        : `"${key}" is not an event of Gemini CLI; its hooks never run.`,
      remediation: moved
        ? 'Move it to "hooksConfig".'
        : meant === undefined
          ? `Use one of ${EVENT_NAMES.join(', ')}.`
          : `Write "${meant}".`,
      line,
    });
    return;
  }
  if (value.type !== 'array') {
    wrongType(config, line, `"${key}"`, 'a list of groups');
    return;
  }
  (value.children ?? []).forEach((node, position) => {
    loadGroup(event, node, position, loading);
  });
}

function loadGroup(event: GeminiEvent, node: Node, position: number, loading: Loading): void {
  const { config, loaded } = loading;
  const line = config.lineOf(node);
  if (node.type !== 'object') {
    wrongType(config, line, `A group of ${event.name}`, '{ "matcher": …, "hooks": […] }');
    return;
  }
  const members = membersOf(config, node);
  reportMisspelt(config, members, ['matcher', 'sequential', 'hooks']);
  const hooks = members.find(({ key }) => key === 'hooks');
  if (hooks?.value.type !== 'array') {
    config.report({
      severity: 'error',
      code: 'missing_hooks',
      message: `A group of ${event.name} has no list "hooks"; it never runs.`,
      remediation: 'Write { "matcher": "…", "hooks": [ { "type": "command", "command": "…" } ] }.',
      line: hooks?.line ?? line,
    });
    return;
  }
  const read = readMatcher(
    config,
    event,
    members.find(({ key }) => key === 'matcher'),
  );
  if (read === null) return;
  const sequential = members.find(({ key }) => key === 'sequential');
  if (sequential !== undefined && sequential.value.type !== 'boolean')
    wrongType(config, sequential.line, '"sequential"', 'true or false');
  const group: Group = {
    event,
    position,
    ...read,
    sequential: sequential !== undefined && valueOf(sequential.value) === true,
  };
  (hooks.value.children ?? []).forEach((entry, index) => {
    const handler = loadHandler(config, loaded.file, group, { entry, index });
    if (handler === null || loading.disabled.has(nameOf(handler))) return;
    loaded.handlers.push(handler);
    if (event.also !== undefined) loaded.handlers.push({ ...handler, type: event.also });
  });
}

/** Null: it cannot be used. */
function readMatcher(
  config: ConfigText,
  event: GeminiEvent,
  member: Member | undefined,
): Pick<Group, 'matcherText' | 'matcher'> | null {
  if (member === undefined || member.value.type === 'null')
    return { matcherText: null, matcher: { kind: 'all' } };
  const text = valueOf(member.value);
  const invalid = (reason: string): null => {
    config.report({
      severity: 'error',
      code: 'invalid_matcher',
      message: `The matcher of a ${event.name} group cannot be used: ${reason}.`,
      remediation: 'Mend the pattern; the hooks of the group do not run.',
      line: member.line,
    });
    return null;
  };
  if (typeof text !== 'string') return invalid('it is not a text');
  if (text === '' || text === '*') return { matcherText: text, matcher: { kind: 'all' } };
  if (event.matching === null) {
    config.report({
      severity: 'warning',
      code: 'matcher_ignored',
      message: `${event.name} has nothing to match; its hooks run whatever the matcher says.`,
      remediation: 'Leave the matcher out.',
      line: member.line,
    });
    return { matcherText: text, matcher: { kind: 'all' } };
  }
  if (event.matching === 'exact')
    return { matcherText: text, matcher: { kind: 'names', names: [text] } };
  const compiled = compileMatcher(text, 'gemini');
  return compiled.ok ? { matcherText: text, matcher: compiled.matcher } : invalid(compiled.reason);
}

/** A hook without a name goes by its command. */
function nameOf({ name, action }: Handler): string {
  return name ?? (action.kind === 'shell' ? action.command : '');
}
