/** Reads Gemini CLI's `settings.json`: `hooks` and `hooksConfig`. Timeouts are milliseconds. */
import { compileMatcher } from '../matcher.ts';
import type { ConfigFile, LoadedFile } from '../../engine/handler.ts';
import {
  membersOf,
  reportMisspelt,
  valueOf,
  type ConfigText,
  type Member,
} from '../claude/config-text.ts';
import {
  beginLoading,
  matcherIgnored,
  readGroups,
  wrongType,
  type GroupLanguage,
  type ReadGroup,
} from '../claude/read-groups.ts';
import { GEMINI_EVENTS, geminiEvent, type GeminiEvent } from './events.ts';
import { loadHandler, type Group } from './load-handler.ts';

const EVENT_NAMES = GEMINI_EVENTS.map(({ name }) => name);
/** Settings that older versions had beside the events. */
const OLD_SETTINGS = ['enabled', 'disabled', 'notifications'];

const LANGUAGE: GroupLanguage<GeminiEvent> = {
  client: 'Gemini CLI',
  event: geminiEvent,
  eventNames: EVENT_NAMES,
  foreign: {
    PreToolUse: 'BeforeTool',
    PostToolUse: 'AfterTool',
    PostToolUseFailure: 'AfterTool',
    UserPromptSubmit: 'BeforeAgent',
    Stop: 'AfterAgent',
    SubagentStop: 'AfterAgent',
    PreCompact: 'PreCompress',
  },
  keys: ['matcher', 'sequential', 'hooks'],
  misplaced: (name) =>
    OLD_SETTINGS.includes(name)
      ? [
          `"${name}" belongs into "hooksConfig"; here it has no effect.`,
          'Move it to "hooksConfig".',
        ]
      : null,
};

/**
 * Never throws; an error becomes a problem with its line. A hook of AfterTool becomes two handlers, because failed
 * calls are separate events under other clients.
 *
 * @example geminiLoad('{"hooks":{"BeforeTool":[{"matcher":"shell","hooks":[{"type":"command","command":"./guard"}]}]}}', file)
 */
export function geminiLoad(text: string, file: ConfigFile): LoadedFile {
  const { config, loaded } = beginLoading(text, file);
  if (config.root === null) return loaded;
  const top = membersOf(config, config.root);
  reportMisspelt(config, top, ['hooks', 'hooksConfig']);
  readHooksConfig(
    config,
    top.find(({ key }) => key === 'hooksConfig'),
    loaded,
  );
  const hooks = top.find(({ key }) => key === 'hooks');
  if (hooks === undefined || hooks.value.type === 'null') return loaded;
  for (const read of readGroups(config, hooks, LANGUAGE)) {
    const group = readGroup(config, read);
    if (group === null) continue;
    read.entries.forEach((entry, index) => {
      const handler = loadHandler(config, file, group, { entry, index });
      if (handler === null) return;
      loaded.handlers.push(handler);
      const { also } = read.event;
      if (also !== undefined) loaded.handlers.push({ ...handler, type: also });
    });
  }
  return loaded;
}

function readHooksConfig(
  config: ConfigText,
  member: Member | undefined,
  { file, switches }: LoadedFile,
): void {
  if (member === undefined) return;
  if (member.value.type !== 'object')
    return wrongType(config, member.line, '"hooksConfig"', 'an object');
  const members = membersOf(config, member.value);
  reportMisspelt(config, members, OLD_SETTINGS);
  for (const { key, value, line } of members) {
    const plain = valueOf(value);
    if (key === 'enabled') {
      if (typeof plain !== 'boolean') wrongType(config, line, '"enabled"', 'true or false');
      if (plain === false)
        switches.push({
          file,
          line,
          text: 'hooksConfig.enabled: false',
          dialects: ['gemini'],
          names: null,
        });
    } else if (key === 'disabled') {
      if (!Array.isArray(plain)) wrongType(config, line, '"disabled"', 'a list of hook names');
      else {
        const names = plain.filter((name) => typeof name === 'string');
        const text = `hooksConfig.disabled: ${JSON.stringify(names)}`;
        if (names.length > 0) switches.push({ file, line, text, dialects: ['gemini'], names });
      }
    }
  }
}

/** Null: none of its hooks is valid. */
function readGroup(
  config: ConfigText,
  { event, position, members }: ReadGroup<GeminiEvent>,
): Group | null {
  const read = readMatcher(
    config,
    event,
    members.find(({ key }) => key === 'matcher'),
  );
  if (read === null) return null;
  const sequential = members.find(({ key }) => key === 'sequential');
  if (sequential !== undefined && sequential.value.type !== 'boolean')
    wrongType(config, sequential.line, '"sequential"', 'true or false');
  const isSequential = sequential !== undefined && valueOf(sequential.value) === true;
  return { event, position, ...read, sequential: isSequential };
}

/** Null: it is not valid. */
function readMatcher(
  config: ConfigText,
  event: GeminiEvent,
  member: Member | undefined,
): Pick<Group, 'matcherText' | 'matcher'> | null {
  if (member === undefined || member.value.type === 'null')
    return { matcherText: null, matcher: { kind: 'all' } };
  const text = valueOf(member.value);
  const invalid = (reason: string): null => {
    config
      .report('error', 'invalid_matcher', member.line)
      .says(
        `The matcher of a ${event.name} group cannot be used: ${reason}.`,
        'Fix the pattern. Until then the hooks of the group do not run.',
      );
    return null;
  };
  if (typeof text !== 'string') return invalid('it is not a text');
  if (text === '' || text === '*') return { matcherText: text, matcher: { kind: 'all' } };
  if (event.matching === null) {
    matcherIgnored(config, event.name, member.line);
    return { matcherText: text, matcher: { kind: 'all' } };
  }
  if (event.matching === 'exact')
    return { matcherText: text, matcher: { kind: 'names', names: [text] } };
  const compiled = compileMatcher(text, 'gemini');
  return compiled.ok ? { matcherText: text, matcher: compiled.matcher } : invalid(compiled.reason);
}
