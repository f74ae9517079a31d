/** Adds a flag to those hook commands that also ask the memory for context. */
import type { JsonValue } from '@hookloom/core';
import type { HookSettings } from './plan-hooks.ts';

/** `session`: at the start of a session. `prompt`: also for each prompt. `off`: never. */
export const INJECTIONS = ['session', 'prompt', 'off'] as const;
export type Injection = (typeof INJECTIONS)[number];

/** The clients' own names of the two events. */
const SESSION_START = new Set(['SessionStart', 'sessionStart']);
const PROMPT = new Set([
  'UserPromptSubmit',
  'BeforeAgent',
  'beforeSubmitPrompt',
  'userPromptSubmitted',
]);

/** @example the SessionStart command becomes `… --inject=session` */
export function withInjection(settings: HookSettings, injection: Injection): HookSettings {
  const flagOf = (event: string): string | null => {
    if (injection === 'off') return null;
    if (SESSION_START.has(event)) return ' --inject=session';
    return injection === 'prompt' && PROMPT.has(event) ? ' --inject=prompt' : null;
  };
  const entries = settings.entries.map(([event, entry]): readonly [string, JsonValue] => {
    const flag = flagOf(event);
    return [event, flag === null ? entry : flagged(entry, flag)];
  });
  return { ...settings, entries };
}

/** Commands have one of two keys, one or two levels deep. */
function flagged(value: JsonValue, flag: string): JsonValue {
  if (Array.isArray(value)) return value.map((item) => flagged(item, flag));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      typeof item === 'string' && (key === 'command' || key === 'bash')
        ? item + flag
        : flagged(item, flag),
    ]),
  );
}
