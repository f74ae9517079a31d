/** The words of a person or the model, without what a program added around them. Pure, linear in the text. */
import { isJsonObject, type JsonValue } from '@hookloom/core';

/** Spans that a client or a hook puts into a message that people did not write. */
const INJECTED = [
  ['<system-reminder>', '</system-reminder>'],
  ['<hook_context>', '</hook_context>'],
] as const;

/** Beginnings of messages that no person has typed. */
const PSEUDO =
  /^\s*(?:<(?:task-notification|local-command-(?:caveat|stdout|stderr)|command-(?:name|message|args)|bash-(?:input|stdout|stderr)|environment_context|user_instructions|permissions instructions|turn_aborted|subagent_notification|skill|session_context|state_snapshot)\b|\[Request interrupted by user|# AGENTS\.md instructions)/;

/** The tag around text that a person typed after `#`, for a memory file. */
const REMEMBERED = /^\s*<user-memory-input>([\s\S]*?)<\/user-memory-input>\s*$/;

/** The message as typed; null if no one typed it or nothing is left. */
export function typedText(text: string): string | null {
  const left = withoutInjected(text.replace(REMEMBERED, '$1'));
  return left.trim() === '' || PSEUDO.test(left) ? null : left;
}

/** Without reminders and context of hooks. An unclosed block extends to the end. */
export function withoutInjected(text: string): string {
  let left = text;
  for (const [open, close] of INJECTED) {
    if (!left.includes(open)) continue;
    const kept: string[] = [];
    let at = 0;
    for (;;) {
      const start = left.indexOf(open, at);
      if (start < 0) break;
      kept.push(left.slice(at, start));
      const end = left.indexOf(close, start);
      at = end < 0 ? left.length : end + close.length;
    }
    kept.push(left.slice(at));
    left = kept.join('').trim();
  }
  return left;
}

/** The texts of a message's content: a string, or those of the blocks with the given types. */
export function textOfContent(content: JsonValue | undefined, types: ReadonlySet<string>): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .filter(isJsonObject)
    .filter(({ type }) => type === undefined || (typeof type === 'string' && types.has(type)))
    .map(({ text }) => text)
    .filter((text) => typeof text === 'string')
    .join('\n')
    .toWellFormed();
}
