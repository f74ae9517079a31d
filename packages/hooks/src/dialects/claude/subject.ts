/** The word that a lifecycle event's matcher tests, in Claude Code's vocabulary. */
import type { HookEvent } from '@hookloom/core/hook';
import type { JsonValue } from '@hookloom/core';
import { claudeEvent, isToolEvent } from './events.ts';
import { claudeToolNames } from './tool-words.ts';

/** Other clients' names for the same value. */
const WORDS: Record<string, Record<string, string>> = {
  SessionStart: { cli: 'startup', new: 'startup', user: 'startup', vscode: 'startup' },
  SessionEnd: {
    exit: 'prompt_input_exit',
    user_exit: 'prompt_input_exit',
    user_close: 'prompt_input_exit',
    window_close: 'prompt_input_exit',
  },
  Notification: { ToolPermission: 'permission_prompt' },
};

/** The default if the client says nothing. */
const DEFAULTS: Record<string, string> = {
  SessionStart: 'startup',
  SessionEnd: 'other',
  PreCompact: 'auto',
  PostCompact: 'auto',
  Setup: 'init',
  StopFailure: 'unknown',
};

/** Never null: an event with a matcher has a word for it, which may be empty. */
export function claudeSubject(name: string, event: HookEvent): string {
  const word = event.subject ?? textIn(event.data[claudeEvent(name)?.matcherField ?? '']);
  if (word === null || word === '') return DEFAULTS[name] ?? event.agent_type ?? '';
  const words = WORDS[name];
  return words !== undefined && Object.hasOwn(words, word) ? words[word]! : word;
}

/** The values that a matcher of this event tests, the most specific first; empty: it has none. */
export function claudeMatcherValues(name: string, event: HookEvent): string[] {
  const native = claudeEvent(name);
  if (native === undefined || native.matcherField === null) return [];
  if (isToolEvent(native)) return event.tool === null ? [''] : claudeToolNames(event.tool);
  const values = [claudeSubject(name, event), event.subject ?? ''];
  if (name === 'FileChanged') values.push(...values.map((path) => path.replace(/^.*[\\/]/, '')));
  if (name === 'SubagentStart' || name === 'SubagentStop') values.push(event.agent_type ?? '');
  const found = [...new Set(values)].filter((value) => value !== '');
  return found.length === 0 ? [''] : found;
}

function textIn(value: JsonValue | undefined): string | null {
  return typeof value === 'string' ? value : null;
}
