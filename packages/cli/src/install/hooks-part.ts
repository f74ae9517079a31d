/** Our hook entries as a part of a client's settings file. */
import { parse } from 'jsonc-parser';
import { isJsonObject, type JsonValue } from '@hookloom/core/json';
import { isOurEntry } from './our-entries.ts';
import { planHooks, type HookSettings } from './plan-hooks.ts';
import type { Holds, PartRequest } from './plan-parts.ts';

export function hooksPart(path: string, settings: HookSettings): PartRequest {
  return {
    path,
    part: 'hooks',
    client: settings.client,
    purpose: 'record what the agent does',
    keys: settings.entries.map(([event]) => `hooks.${event}`),
    holds: (text) => holdsHooks(text, settings),
    add: (before) => planHooks(path, settings, before),
  };
}

/** By meaning: order, comments and indentation of the file do not count, and neither do the hooks of others. */
function holdsHooks(text: string, { entries }: HookSettings): Holds {
  const found = ourHookEntries(text);
  if (found.length === 0) return 'nothing';
  const wanted = entries.map(([event, entry]) => stable([event, entry]));
  const there = found.map(stable);
  const isSame = there.length === wanted.length && wanted.every((one) => there.includes(one));
  return isSame ? 'wanted' : 'other';
}

/** The elements below `hooks` that call us, with the event they stand under. */
function ourHookEntries(text: string): [event: string, entry: JsonValue][] {
  const settings: unknown = parse(text.replace(/^\uFEFF/, ' '), [], { allowTrailingComma: true });
  if (!isJsonObject(settings)) return [];
  const { hooks } = settings;
  if (!isJsonObject(hooks)) return [];
  return Object.entries(hooks).flatMap(([event, list]) =>
    (Array.isArray(list) ? list : [])
      .filter(callsUs)
      .map((entry): [string, JsonValue] => [event, entry]),
  );
}

function callsUs(value: JsonValue): boolean {
  if (Array.isArray(value)) return value.some(callsUs);
  if (!isJsonObject(value)) return false;
  return Object.entries(value).some(([key, item]) => isOurEntry(key, item) || callsUs(item));
}

function stable(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  );
}
