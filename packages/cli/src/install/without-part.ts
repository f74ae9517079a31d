/** Removes one of our additions from a file and keeps the others. Pure. */
import type { InstalledFile } from './manifest.ts';
import { blockName, withoutBlock } from './marked-block.ts';
import { removeSplice } from './json-splice.ts';
import { isOurHandler, restoreEntries } from './hook-entries.ts';
import { restoreServer, withdrawServer } from './mcp-servers/withdraw-server.ts';
import type { Part, PartSplice } from './plan.ts';
import { replayAdditions } from './replay-additions.ts';
import { parseJsonc } from '@hookloom/hooks/clients';
import { applyEdits, modify, type JSONPath } from 'jsonc-parser';
import { isJsonObject, type JsonValue } from '@hookloom/core';

const OPTIONS = { formattingOptions: { insertSpaces: true, tabSize: 2 } };

export interface Remainder {
  text: string;
  /** Our additions that are still in the text. */
  kept: PartSplice[];
}

/** Identifies an addition without a record. */
export interface NamedPart {
  part: Part;
  /** The name, if the part is a marked block. */
  block?: string | undefined;
}

/** Finds it by its meaning: our entries in a client's settings, a marked block. Unchanged if nothing is ours. */
export function withdraw(file: string, text: string, { part, block }: NamedPart): string {
  if (part === 'hooks') return isJson(file) ? withdrawEntries(text) : text;
  if (part === 'mcp') return withdrawServer(file, text);
  if (part === 'permissions') return isJson(file) ? withdrawPermissions(text) : text;
  return block === undefined ? text : withoutBlock(text, block);
}

/** @param leaves Whether to remove an addition. */
export function withoutPart(
  { path, splices }: InstalledFile,
  text: string,
  leaves: (splice: PartSplice) => boolean,
): Remainder {
  const kept = splices.filter((splice) => !leaves(splice));
  const first = splices.findIndex(leaves);
  if (first < 0) return { text, kept };
  const texts = peel(splices, text);
  // Unchanged additions are removed exactly, the last one first.
  if (texts !== null && splices.slice(first).every(leaves)) return { text: texts[first]!, kept };
  const replayed = texts !== null && isJson(path) ? replayAdditions(splices, texts, leaves) : null;
  if (replayed !== null) return replayed;
  let left = text;
  for (const splice of splices.filter(leaves).toReversed())
    left = removeSplice(left, splice) ?? byMeaning(path, left, splice);
  return { text: left, kept };
}

/** The text before each addition, removing the last one first. Null if one is no longer in the text. */
function peel(splices: readonly PartSplice[], text: string): string[] | null {
  const texts = [text];
  for (const splice of splices.toReversed()) {
    const before = removeSplice(texts[0]!, splice);
    if (before === null) return null;
    texts.unshift(before);
  }
  return texts;
}

function byMeaning(file: string, text: string, splice: PartSplice): string {
  const { removed, theirs } = splice;
  if (splice.server !== undefined && removed !== undefined) {
    const back = restoreServer(file, text, { ...splice, removed, server: splice.server });
    if (back !== null) return back;
  }
  if (splice.part === 'hooks' && theirs !== undefined)
    return restoreEntries(withdrawEntries(text), file, theirs);
  if (splice.part === 'mcp') return withdrawServer(file, text, splice.server);
  const block = blockName(splice.text) ?? undefined;
  return withdraw(file, text, { part: splice.part, block });
}

function isJson(file: string): boolean {
  return file.endsWith('.json');
}

/** Removes the rules that allow our tools, and lists that become empty. */
function withdrawPermissions(text: string): string {
  let out = text;
  for (;;) {
    const settings: unknown = parseJsonc(out) ?? {};
    const permissions = isJsonObject(settings) ? settings['permissions'] : undefined;
    const allow = isJsonObject(permissions) ? permissions['allow'] : undefined;
    if (!isJsonObject(permissions) || !Array.isArray(allow)) return out;
    const at = allow.findIndex(
      (rule) => typeof rule === 'string' && /^mcp__(hookloom|zaxy)__/.test(rule),
    );
    if (at < 0) return out;
    const alone = allow.length === 1;
    const path: JSONPath = !alone
      ? ['permissions', 'allow', at]
      : Object.keys(permissions).length > 1
        ? ['permissions', 'allow']
        : ['permissions'];
    out = applyEdits(out, modify(out, path, undefined, OPTIONS));
  }
}

/** Removes our handlers and our empty groups. Unchanged if there are none. */
function withdrawEntries(text: string): string {
  let out = text;
  for (let path = nextOfOurs(out); path !== null; path = nextOfOurs(out))
    out = applyEdits(out, modify(out, path, undefined, OPTIONS));
  return out;
}

function nextOfOurs(text: string): JSONPath | null {
  const settings: unknown = parseJsonc(text) ?? {};
  if (!isJsonObject(settings)) return null;
  const { hooks } = settings;
  if (!isJsonObject(hooks)) return null;
  const events = Object.entries(hooks);
  for (const [event, entries] of events) {
    if (!Array.isArray(entries)) continue;
    const at = entries.findIndex(holdsOurs);
    if (at < 0) continue;
    const handlers = isJsonObject(entries[at]) ? entries[at]['hooks'] : undefined;
    // A group that contains foreign handlers stays without ours.
    if (Array.isArray(handlers) && !handlers.every(isOurHandler))
      return ['hooks', event, at, 'hooks', handlers.findIndex(isOurHandler)];
    if (entries.length > 1) return ['hooks', event, at];
    return events.length > 1 ? ['hooks', event] : ['hooks'];
  }
  return null;
}

function holdsOurs(entry: JsonValue): boolean {
  if (!isJsonObject(entry)) return false;
  const { hooks } = entry;
  return isOurHandler(entry) || (Array.isArray(hooks) && hooks.some(isOurHandler));
}
