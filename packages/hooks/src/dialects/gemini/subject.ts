/** The word that a lifecycle event's matcher tests, in Gemini CLI's vocabulary. */
import type { HookEvent } from '@hookloom/core/hook';
import { geminiEvent } from './events.ts';
import { geminiToolNames } from './tool-words.ts';

/** Other clients' names for the same value. */
const WORDS: Record<string, Record<string, string>> = {
  SessionStart: {
    cli: 'startup',
    new: 'startup',
    user: 'startup',
    vscode: 'startup',
    fork: 'resume',
  },
  SessionEnd: {
    prompt_input_exit: 'exit',
    user_exit: 'exit',
    user_close: 'exit',
    window_close: 'exit',
  },
  Notification: { permission_prompt: 'ToolPermission' },
};

const DEFAULTS: Record<string, string> = {
  SessionStart: 'startup',
  SessionEnd: 'other',
  PreCompress: 'auto',
  Notification: '',
};

export function geminiSubject(name: string, { subject }: HookEvent): string {
  if (subject === null || subject === '') return DEFAULTS[name] ?? '';
  const words = WORDS[name];
  return words !== undefined && Object.hasOwn(words, subject) ? words[subject]! : subject;
}

/** The values that a matcher of this event tests, the most specific first; empty: it has none. */
export function geminiMatcherValues(name: string, event: HookEvent): string[] {
  const matching = geminiEvent(name)?.matching ?? null;
  if (matching === null) return [];
  if (matching === 'search') return event.tool === null ? [''] : geminiToolNames(event.tool);
  return [...new Set([geminiSubject(name, event), event.subject ?? ''])].filter(
    (word, at) => at === 0 || word !== '',
  );
}
