/**
 * Updates our entries in a settings file to another set of events: adds missing ones at the end of their list, removes
 * unneeded ones and moves nothing, because Codex trusts hooks by their position. Pure.
 */
import { parseJsonc } from '@hookloom/hooks/clients';
import { applyEdits, modify, type JSONPath } from 'jsonc-parser';
import { isJsonObject, type JsonObject, type JsonValue } from '@hookloom/core';
import { isDeepStrictEqual } from 'node:util';
import { isOurHandler, ourHookEntries, restoreEntries, type HookEntry } from '../hook-entries.ts';
import { exchangeValue, parseObject, propertyOf } from '../json-splice.ts';
import type { HookSettings } from '../plan-hooks.ts';

const REMOVAL = { formattingOptions: { insertSpaces: true, tabSize: 2 } };

/** Whether only the set of events, or the transport of an event, differs. */
export function isOutdated(text: string, { entries }: HookSettings): boolean {
  const kinds = new Set(entries.map(([, entry]) => plainCommand(entry)));
  return ourHookEntries(text).every(([event, entry]) => {
    const wanted = entries.filter(([name]) => name === event).map(([, value]) => value);
    if (!kinds.has(plainCommand(entry))) return false;
    return (
      wanted.some((value) => isDeepStrictEqual(value, entry)) ||
      wanted.every((value) => plainCommand(value) !== plainCommand(entry))
    );
  });
}

/** @param path The file's name, for errors. */
export function updateEntries(path: string, text: string, settings: HookSettings): string {
  let out = text;
  // Last entries first, because Codex uses the positions of those before a removed one.
  for (const [event, entry] of ourHookEntries(text).toReversed()) {
    const wanted = settings.entries.filter(([name]) => name === event).map(([, value]) => value);
    if (wanted.length === 0) out = withoutEntry(out, [event, entry], settings.client);
    else if (!wanted.some((value) => isDeepStrictEqual(value, entry)))
      out = exchanged(out, path, [event, entry], wanted[0]!);
  }
  const there = new Set(ourHookEntries(out).map(([event]) => event));
  for (const [event, entry] of settings.entries)
    if (!there.has(event)) out = restoreEntries(out, path, [[event, entry]]);
  return out;
}

function exchanged(text: string, path: string, [event, from]: HookEntry, entry: JsonValue): string {
  const hooks = propertyOf(parseObject(text, path), 'hooks');
  const list = hooks === undefined ? undefined : propertyOf(hooks, event);
  const at = listOf(text, event).findIndex((value) => isDeepStrictEqual(value, from));
  const node = list?.children?.[at];
  return node === undefined ? text : exchangeValue(text, node, entry).text;
}

/** An entry before another program's hook stays, because Codex trusts that hook by its position. */
function withoutEntry(text: string, [event, entry]: HookEntry, client: string): string {
  const list = listOf(text, event);
  const at = list.findLastIndex((value) => isDeepStrictEqual(value, entry));
  const isLast = at === list.length - 1;
  if (at < 0 || isShared(entry) || (client === 'codex' && !isLast)) return text;
  const path: JSONPath = list.length > 1 ? ['hooks', event, at] : ['hooks', event];
  return applyEdits(text, modify(text, path, undefined, REMOVAL));
}

function listOf(text: string, event: string): JsonValue[] {
  const settings: unknown = parseJsonc(text);
  const hooks = isJsonObject(settings) ? settings['hooks'] : undefined;
  const list = isJsonObject(hooks) ? hooks[event] : undefined;
  return Array.isArray(list) ? list : [];
}

/** Whether the user has added a handler to our group. */
function isShared(value: JsonValue): boolean {
  return !handlersOf(value).every(isOurHandler);
}

function handlersOf(entry: JsonValue): JsonObject[] {
  if (!isJsonObject(entry)) return [];
  const { hooks } = entry;
  return Array.isArray(hooks) ? hooks.filter(isJsonObject) : [entry];
}

/** The program of the entry, without arguments that depend on the event. */
function plainCommand(entry: JsonValue): string {
  const [handler] = handlersOf(entry).filter(isOurHandler);
  const { command, bash, url } = handler ?? {};
  const line = [command, bash, url].find((one) => typeof one === 'string') ?? '';
  const plain = line.replace(/ --inject=\w+/, '');
  return / hook copilot /.test(plain) ? plain.replace(/ [a-z][A-Za-z]+$/, '') : plain;
}
