/** Takes our entries out of a file that was changed since: by meaning, where taking out the added text is not possible. */
import { applyEdits, modify, parse, type JSONPath } from 'jsonc-parser';
import { isJsonObject, type JsonValue } from '@hookloom/core/json';
import { isOurEntry } from './our-entries.ts';

const OPTIONS = { formattingOptions: { insertSpaces: true, tabSize: 2 } };

/** The text without our handlers and our empty groups; unchanged where there is nothing of ours. */
export function withdrawEntries(text: string): string {
  let out = text;
  for (let path = nextOfOurs(out); path !== null; path = nextOfOurs(out)) {
    out = applyEdits(out, modify(out, path, undefined, OPTIONS));
  }
  return out;
}

function nextOfOurs(text: string): JSONPath | null {
  const settings: unknown = parse(text.replace(/^\uFEFF/, ' ')) ?? {};
  if (!isJsonObject(settings)) return null;
  const { hooks } = settings;
  if (!isJsonObject(hooks)) return null;
  const events = Object.entries(hooks);
  for (const [event, entries] of events) {
    if (!Array.isArray(entries)) continue;
    const at = entries.findIndex(holdsOurs);
    if (at < 0) continue;
    const handlers = isJsonObject(entries[at]) ? entries[at]['hooks'] : undefined;
    // A group of others in which one handler is ours loses that one.
    if (Array.isArray(handlers) && !handlers.every(isOurs))
      return ['hooks', event, at, 'hooks', handlers.findIndex(isOurs)];
    if (entries.length > 1) return ['hooks', event, at];
    return events.length > 1 ? ['hooks', event] : ['hooks'];
  }
  return null;
}

function holdsOurs(entry: JsonValue): boolean {
  if (!isJsonObject(entry)) return false;
  const { hooks } = entry;
  return isOurs(entry) || (Array.isArray(hooks) && hooks.some(isOurs));
}

function isOurs(handler: JsonValue): boolean {
  return (
    isJsonObject(handler) && Object.entries(handler).some(([key, value]) => isOurEntry(key, value))
  );
}
