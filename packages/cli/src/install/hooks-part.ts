/** Our hook entries, as a part of a client's settings file. */
import { ourHookEntries } from './hook-entries.ts';
import { planHooks, type HookSettings } from './plan-hooks.ts';
import type { PartState, PartRequest } from './part-request.ts';
import { isOutdated, updateEntries } from './registration/update-entries.ts';

export function hooksPart(path: string, settings: HookSettings): PartRequest {
  return {
    path,
    part: 'hooks',
    client: settings.client,
    purpose: 'record what the agent does',
    keys: settings.entries.map(([event]) => `hooks.${event}`),
    holds: (text) => holdsHooks(path, text, settings),
    update: (text) => updateEntries(path, text, settings),
    add: (before) => planHooks(path, settings, before),
    remember: (before) => ({ theirs: ourHookEntries(before) }),
  };
}

/** Compares the meaning: ignores order, comments, indentation and other programs' hooks. */
function holdsHooks(path: string, text: string, settings: HookSettings): PartState {
  const found = ourHookEntries(text);
  if (found.length === 0) return 'nothing';
  const wanted = settings.entries.map(([event, entry]) => stable([event, entry]));
  const there = found.map(stable);
  const isSame = there.length === wanted.length && wanted.every((one) => there.includes(one));
  if (isSame) return 'wanted';
  if (!isOutdated(text, settings)) return 'other';
  return updateEntries(path, text, settings) === text ? 'wanted' : 'outdated';
}

/** @example inJson(`say "so"`) // → say \\"so\\" */
export function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function stable(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  );
}
