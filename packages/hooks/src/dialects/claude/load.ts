/** Reads Claude Code's `settings.json`, `settings.local.json` and plugins' `hooks/hooks.json`. */
import type { Group } from './entry.ts';
import { compileMatcher } from '../matcher.ts';
import type { ConfigFile, Handler, LoadedFile } from '../../engine/handler.ts';
import { membersOf, reportMisspelt, valueOf, type ConfigText, type Member } from './config-text.ts';
import { CLAUDE_EVENTS, claudeEvent, type ClaudeEvent } from './events.ts';
import { loadHandler } from './load-handler.ts';
import {
  beginLoading,
  matcherIgnored,
  readGroups,
  wrongType,
  type GroupLanguage,
} from './read-groups.ts';

const EVENT_NAMES = CLAUDE_EVENTS.map(({ name }) => name);

const LANGUAGE: GroupLanguage<ClaudeEvent> = {
  client: 'Claude Code',
  event: claudeEvent,
  eventNames: EVENT_NAMES,
  foreign: {
    BeforeTool: 'PreToolUse',
    AfterTool: 'PostToolUse',
    BeforeAgent: 'UserPromptSubmit',
    AfterAgent: 'Stop',
    PreCompress: 'PreCompact',
    preToolUse: 'PreToolUse',
    beforeSubmitPrompt: 'UserPromptSubmit',
  },
  keys: ['matcher', 'hooks'],
};

/**
 * Never throws. An error becomes a problem with its line; the other entries count, although Claude Code itself drops a
 * whole group or file for one handler of an unknown type
 * (docs/reference/client-behaviour.md#claude-code-configuration).
 *
 * @example claudeLoad('{"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"./guard"}]}]}}', file)
 */
export function claudeLoad(text: string, file: ConfigFile): LoadedFile {
  const { config, loaded } = beginLoading(text, file);
  if (config.root === null) return loaded;
  const top = membersOf(config, config.root);
  reportMisspelt(config, top, ['hooks', 'disableAllHooks']);
  const off = top.find(({ key }) => key === 'disableAllHooks');
  if (off !== undefined && readSwitch(config, off))
    loaded.switches.push({
      file,
      line: off.line,
      text: 'disableAllHooks: true',
      dialects: ['claude'],
      names: null,
    });
  const hooks = top.find(({ key }) => key === 'hooks');
  if (hooks === undefined) {
    reportMissingHooks(config, file, top);
    return loaded;
  }
  for (const { event, position, members, entries } of readGroups(config, hooks, LANGUAGE)) {
    const group = readGroup(config, event, members, position);
    entries.forEach((entry, index) => {
      const read = loadHandler({ config, file, group, entry, index });
      if (read === null) return;
      if (group.matcher !== null) loaded.handlers.push(read);
      else if (read.critical) loaded.blocked.push(brokenGuard(read, group));
    });
  }
  return loaded;
}

function readSwitch(config: ConfigText, member: Member): boolean {
  if (member.value.type !== 'boolean')
    wrongType(config, member.line, '"disableAllHooks"', 'true or false');
  return valueOf(member.value) === true;
}

/** A plugin's file without `hooks` does nothing; a settings file without them is ordinary. */
function reportMissingHooks(config: ConfigText, file: ConfigFile, top: readonly Member[]): void {
  const event = top.find(({ key }) => EVENT_NAMES.includes(key));
  if (event === undefined && file.layer !== 'plugin') return;
  config
    .report(event === undefined ? 'warning' : 'error', 'missing_hooks', event?.line ?? 1)
    .says(
      'The file has no "hooks" object, so nothing in it runs.',
      'Put the events into "hooks": { … }.',
    );
}

function brokenGuard({ type, event }: Handler, group: Group): LoadedFile['blocked'][number] {
  const reason = `A ${event} hook with "onFailure": "block" has a matcher that cannot be used: ${group.reason}.`;
  return { type, event, reason };
}

function readGroup(
  config: ConfigText,
  event: ClaudeEvent,
  members: readonly Member[],
  position: number,
): Group {
  const group: Group = { event, position, matcherText: null, matcher: { kind: 'all' }, reason: '' };
  const member = members.find(({ key }) => key === 'matcher');
  if (member === undefined || member.value.type === 'null') return group;
  const text = valueOf(member.value);
  const invalid = (reason: string): Group => {
    config
      .report('error', 'invalid_matcher', member.line)
      .says(
        `The matcher of a ${event.name} group cannot be used: ${reason}.`,
        'Fix the pattern. Claude Code ignores such hooks without a message.',
      );
    return { ...group, matcher: null, reason };
  };
  if (typeof text !== 'string') return invalid('it is not a text');
  group.matcherText = text;
  if (event.matcherField === null) {
    if (text !== '' && text !== '*') matcherIgnored(config, event.name, member.line);
    return group;
  }
  // File names are used unchanged, because they are also the list of watched files.
  if (event.name === 'FileChanged') {
    const names = text.split('|').filter((name) => name !== '');
    return { ...group, matcher: names.length === 0 ? { kind: 'all' } : { kind: 'names', names } };
  }
  const compiled = compileMatcher(text, 'claude');
  return compiled.ok ? { ...group, matcher: compiled.matcher } : invalid(compiled.reason);
}
