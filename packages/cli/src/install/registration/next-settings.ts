/** Our entries in a settings file for another set of events. Keeps existing entries and adds copies of them. Pure. */
import { isJsonObject, type JsonValue } from '@hookloom/core';
import type { HookEntry } from '../hook-entries.ts';
import type { HookSettings } from '../plan-hooks.ts';
import type { NeededHere } from './needed-here.ts';

/**
 * Events whose entries serve as a model for others, best first: no injection, no limit of their own, always a process.
 */
const PLAIN = ['Stop', 'AfterAgent', 'stop', 'agentStop', 'PostCompact', 'PreCompact'];
/** Claude Code starts a process for these events, but uses HTTP for the others. */
const LIKE: Record<string, string> = { Setup: 'SessionStart' };
const SH_TRANSPORT = '#!/bin/sh\n# Hookloom: ';

/**
 * @param found Our current entries
 * @param isShared Whether the file also serves other projects, which may need other events
 */
export function nextSettings(
  client: string,
  found: readonly HookEntry[],
  { needed, isShared }: { needed: NeededHere; isShared: boolean },
): HookSettings {
  const there = found.map(([event]) => event);
  const events = isShared ? [...new Set([...there, ...needed.events])] : needed.events;
  const entries = events.flatMap((event): HookEntry[] => {
    const copy = copyFor(event, found);
    const copied: HookEntry[] = copy === null ? [] : [[event, copy]];
    if (!there.includes(event)) return copied;
    const mustAnswer = needed.answered.includes(event);
    // A user may have added a second entry of ours.
    return found
      .filter(([name]) => name === event)
      .flatMap((own) => (mustAnswer && isShTransport(own[1]) ? copied : [own]));
  });
  return { client, entries };
}

function copyFor(event: string, found: readonly HookEntry[]): JsonValue | null {
  const named = (name: string | undefined): HookEntry | undefined =>
    found.find(([one]) => one === name);
  const plain = PLAIN.map(named).find((entry) => entry !== undefined);
  const model = named(LIKE[event]) ?? plain ?? found.find(([, entry]) => !isShTransport(entry));
  return model === undefined ? null : renamed(model[1], model[0], event);
}

/** For Copilot the last word of the command names the event. */
function renamed(value: JsonValue, from: string, to: string): JsonValue {
  if (Array.isArray(value)) return value.map((item) => renamed(item, from, to));
  if (typeof value === 'string') {
    const plain = value.replace(/ --inject=\w+/, '');
    return / hook copilot /.test(plain) ? plain.replace(new RegExp(` ${from}$`), ` ${to}`) : plain;
  }
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, renamed(item, from, to)]),
  );
}

function isShTransport(value: JsonValue): boolean {
  if (typeof value === 'string') return value.startsWith(SH_TRANSPORT);
  if (Array.isArray(value)) return value.some(isShTransport);
  return isJsonObject(value) && Object.values(value).some(isShTransport);
}
