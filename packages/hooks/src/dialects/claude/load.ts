/** Claude Code's `settings.json`, `settings.local.json` and plugins' `hooks/hooks.json` (hooks.md §A.4, clients.md §2.3). */
import type { Group } from './group.ts';
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
} from './config-text.ts';
import { CLAUDE_EVENTS, claudeEvent, type ClaudeEvent } from './events.ts';
import { loadHandler } from './load-handler.ts';

const EVENT_NAMES = CLAUDE_EVENTS.map(({ name }) => name);

/** Words of other languages for the same events, for people who brought a file over. */
const FOREIGN_EVENTS: Record<string, string> = {
  BeforeTool: 'PreToolUse',
  AfterTool: 'PostToolUse',
  BeforeAgent: 'UserPromptSubmit',
  AfterAgent: 'Stop',
  PreCompress: 'PreCompact',
  preToolUse: 'PreToolUse',
  beforeSubmitPrompt: 'UserPromptSubmit',
};

/**
 * Never throws. What is wrong becomes a problem with its line; the other entries count, although Claude Code itself
 * drops a whole group, and headless the whole file, for one handler of a type it does not know.
 *
 * @example claudeLoad('{"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"./guard"}]}]}}', file)
 */
export function claudeLoad(text: string, file: ConfigFile): LoadedFile {
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
  reportMisspelt(config, top, ['hooks', 'disableAllHooks']);
  loaded.disablesAll = readSwitch(
    config,
    top.find(({ key }) => key === 'disableAllHooks'),
  );
  const hooks = top.find(({ key }) => key === 'hooks');
  if (hooks === undefined) {
    reportMissingHooks(config, file, top);
    return loaded;
  }
  if (hooks.value.type !== 'object') {
    wrongType(config, hooks.line, '"hooks"', 'an object of events');
    return loaded;
  }
  for (const member of membersOf(config, hooks.value)) loadEvent(config, member, loaded);
  return loaded;
}

function readSwitch(config: ConfigText, member: Member | undefined): boolean {
  if (member === undefined) return false;
  if (member.value.type !== 'boolean')
    wrongType(config, member.line, '"disableAllHooks"', 'true or false');
  return valueOf(member.value) === true;
}

/** A plugin's file without `hooks` does nothing; a settings file without them is an ordinary one. */
function reportMissingHooks(config: ConfigText, file: ConfigFile, top: readonly Member[]): void {
  const event = top.find(({ key }) => EVENT_NAMES.includes(key));
  if (event === undefined && file.layer !== 'plugin') return;
  config.report({
    severity: event === undefined ? 'warning' : 'error',
    code: 'missing_hooks',
    message: 'The file has no "hooks" object, so nothing of it runs.',
    remediation: 'Put the events into "hooks": { … }.',
    line: event?.line ?? 1,
  });
}

function loadEvent(config: ConfigText, { key, value, line }: Member, loaded: LoadedFile): void {
  const event = claudeEvent(key);
  if (event === undefined) {
    const meant = Object.hasOwn(FOREIGN_EVENTS, key)
      ? FOREIGN_EVENTS[key]
      : nearMiss(key, EVENT_NAMES);
    config.report({
      severity: 'warning',
      code: 'unknown_event',
      message: `"${key}" is not an event of Claude Code; its hooks never run.`,
      remediation:
        meant === undefined ? `Use one of ${EVENT_NAMES.join(', ')}.` : `Write "${meant}".`,
      line,
    });
    return;
  }
  if (value.type !== 'array') {
    wrongType(config, line, `"${key}"`, 'a list of groups');
    return;
  }
  (value.children ?? []).forEach((node, position) => {
    loadGroup(config, event, node, position, loaded);
  });
}

function loadGroup(
  config: ConfigText,
  event: ClaudeEvent,
  node: Node,
  position: number,
  loaded: LoadedFile,
): void {
  const line = config.lineOf(node);
  if (node.type !== 'object') {
    wrongType(config, line, `A group of ${event.name}`, '{ "matcher": …, "hooks": […] }');
    return;
  }
  const members = membersOf(config, node);
  reportMisspelt(config, members, ['matcher', 'hooks']);
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
  const group = readGroup(config, event, members, position);
  (hooks.value.children ?? []).forEach((entry, index) => {
    const read = loadHandler({ config, file: loaded.file, group, entry, index });
    if (read === null) return;
    if (group.matcher !== null) loaded.handlers.push(read);
    else if (read.critical) loaded.blocked.push(brokenGuard(read, group));
  });
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
    config.report({
      severity: 'error',
      code: 'invalid_matcher',
      message: `The matcher of a ${event.name} group cannot be used: ${reason}.`,
      remediation: 'Mend the pattern; Claude Code drops such hooks without a word.',
      line: member.line,
    });
    return { ...group, matcher: null, reason };
  };
  if (typeof text !== 'string') return invalid('it is not a text');
  group.matcherText = text;
  if (event.matcherField === null) {
    if (text !== '' && text !== '*')
      config.report({
        severity: 'warning',
        code: 'matcher_ignored',
        message: `${event.name} has nothing to match; its hooks run whatever the matcher says.`,
        remediation: 'Leave the matcher out.',
        line: member.line,
      });
    return group;
  }
  // File names are taken as they stand, because they are the list of what is watched too.
  if (event.name === 'FileChanged') {
    const names = text.split('|').filter((name) => name !== '');
    return { ...group, matcher: names.length === 0 ? { kind: 'all' } : { kind: 'names', names } };
  }
  const compiled = compileMatcher(text, 'claude');
  return compiled.ok ? { ...group, matcher: compiled.matcher } : invalid(compiled.reason);
}

function wrongType(config: ConfigText, line: number, what: string, wanted: string): void {
  config.report({
    severity: 'error',
    code: 'wrong_type',
    message: `${what} must be ${wanted}; it is ignored.`,
    remediation: 'Mend the entry.',
    line,
  });
}
