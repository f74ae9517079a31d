/** Reads our hook entries in a client's settings, and adds them again. Pure. */
import { isJsonObject, type JsonValue } from '@hookloom/core';
import { isOurCommand, parseJsonc } from '@hookloom/hooks/clients';
import { addElement, addProperty, parseObject, propertyOf } from './json-splice.ts';

export type HookEntry = readonly [event: string, entry: JsonValue];

/** Our entries below `hooks`, with their events. */
export function ourHookEntries(text: string): HookEntry[] {
  const settings: unknown = parseJsonc(text);
  if (!isJsonObject(settings)) return [];
  const { hooks } = settings;
  if (!isJsonObject(hooks)) return [];
  return Object.entries(hooks).flatMap(([event, list]) =>
    (Array.isArray(list) ? list : [])
      .filter(callsUs)
      .map((entry): [string, JsonValue] => [event, entry]),
  );
}

/** Adds them again at the end of their events. A group's foreign handlers are still there. */
export function restoreEntries(text: string, file: string, entries: readonly HookEntry[]): string {
  let out = text.trim() === '' ? '{}\n' : text;
  for (const [event, whole] of entries) {
    const entry = withoutOthers(whole);
    const root = parseObject(out, file);
    const hooks = propertyOf(root, 'hooks');
    const list = hooks === undefined ? undefined : propertyOf(hooks, event);
    if (hooks === undefined) out = addProperty(out, root, 'hooks', { [event]: [entry] }).text;
    else if (list === undefined) out = addProperty(out, hooks, event, [entry]).text;
    else if (list.type === 'array') out = addElement(out, list, entry).text;
  }
  return out;
}

function withoutOthers(entry: JsonValue): JsonValue {
  if (!isJsonObject(entry) || !Array.isArray(entry['hooks'])) return entry;
  return { ...entry, hooks: entry['hooks'].filter(callsUs) };
}

function callsUs(value: JsonValue): boolean {
  if (Array.isArray(value)) return value.some(callsUs);
  if (!isJsonObject(value)) return false;
  return Object.entries(value).some(([key, item]) => isOurEntry(key, item) || callsUs(item));
}

// Recognises our commands and addresses in a client's settings, but not in comments or other strings.

/** Keys for the command of a hook in the clients' settings. */
const COMMAND_KEYS = new Set(['command', 'bash', 'powershell']);

/** Whether one of a handler's own properties calls us. */
export function isOurHandler(handler: JsonValue): boolean {
  return (
    isJsonObject(handler) && Object.entries(handler).some(([key, value]) => isOurEntry(key, value))
  );
}

/**
 * @param key The property's name
 * @param value Its value, of any type
 */
export function isOurEntry(key: string, value: unknown): boolean {
  if (typeof value !== 'string') return false;
  if (COMMAND_KEYS.has(key)) return isOurCommand(value);
  return key === 'url' && /^http:\/\/127\.0\.0\.1:\d{1,5}\/hooks\/[a-z-]+$/.test(value);
}
