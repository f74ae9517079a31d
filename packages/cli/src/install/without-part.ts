/** A file's text without one of our additions, while the others stay. Pure. */
import { findNodeAtLocation, parse, parseTree, type JSONPath } from 'jsonc-parser';
import { addElement, addProperty, removeSplice } from './json-splice.ts';
import type { InstalledFile } from './manifest.ts';
import { withoutBlocks } from './marked-block.ts';
import type { PartSplice } from './plan.ts';
import { withdrawEntries } from './withdraw.ts';

export interface Remainder {
  text: string;
  /** Our additions that the text still holds. */
  kept: PartSplice[];
}

/** Ours by meaning, where no record helps: entries in JSON, marked blocks elsewhere. */
export function withdraw(file: string, text: string): string {
  return isJson(file) ? withdrawEntries(text) : withoutBlocks(text);
}

/** @param leaves Whether an addition goes. */
export function withoutPart(
  record: InstalledFile,
  text: string,
  leaves: (splice: PartSplice) => boolean,
): Remainder {
  const kept = record.splices.filter((splice) => !leaves(splice));
  const texts = peel(record.splices, text);
  // Our own text was edited: entries go by meaning, and with them those that were to stay.
  if (texts === null) return { text: withdraw(record.path, text), kept: [] };
  const first = record.splices.findIndex(leaves);
  if (first < 0) return { text, kept };
  const stays = record.splices.slice(first).every(leaves);
  if (stays) return { text: texts[first]!, kept };
  return isJson(record.path) ? rebuild(record, texts, leaves) : textBlocks(record, text, leaves);
}

/** The text before each of the additions, the last one first taken out; null where one does not stand in it any more. */
function peel(splices: readonly PartSplice[], text: string): string[] | null {
  const texts = [text];
  for (const splice of [...splices].reverse()) {
    const before = removeSplice(texts[0]!, splice);
    if (before === null) return null;
    texts.unshift(before);
  }
  return texts;
}

/** Additions lean on those before them (a comma, a brace): those that stay are made anew on the text without any of ours. */
function rebuild(
  record: InstalledFile,
  texts: readonly string[],
  leaves: (splice: PartSplice) => boolean,
): Remainder {
  let text = texts[0]!;
  const kept: PartSplice[] = [];
  for (const [index, splice] of record.splices.entries()) {
    if (leaves(splice)) continue;
    const { part, client } = splice;
    for (const addition of additions(meaning(texts[index]!), meaning(texts[index + 1]!), [])) {
      const added = add(text, addition);
      text = added.text;
      kept.push({
        ...added.splice,
        ...(part === undefined ? {} : { part }),
        ...(client === undefined ? {} : { client }),
      });
    }
  }
  return { text, kept };
}

/** Blocks in a text file lean on nothing. */
function textBlocks(
  record: InstalledFile,
  text: string,
  leaves: (splice: PartSplice) => boolean,
): Remainder {
  let left = text;
  for (const splice of [...record.splices].reverse())
    if (leaves(splice)) left = removeSplice(left, splice) ?? left;
  return { text: left, kept: record.splices.filter((splice) => !leaves(splice)) };
}

interface Addition {
  /** Of the object or list that something is added to. */
  path: JSONPath;
  /** Null: at the end of a list. */
  key: string | null;
  value: unknown;
}

function additions(before: unknown, after: unknown, path: JSONPath): Addition[] {
  if (Array.isArray(before) && Array.isArray(after))
    return after.slice(before.length).map((value) => ({ path, key: null, value }));
  if (!isObject(before) || !isObject(after)) return [];
  return Object.entries(after).flatMap(([key, value]) =>
    key in before ? additions(before[key], value, [...path, key]) : [{ path, key, value }],
  );
}

function add(text: string, { path, key, value }: Addition): { text: string; splice: PartSplice } {
  if (text.trim() === '') {
    const whole = `${JSON.stringify(key === null ? value : { [key]: value }, null, 2)}\n`;
    return { text: text + whole, splice: { offset: text.length, text: whole } };
  }
  const root = parseTree(text.replace(/^\uFEFF/, ' '), [], { allowTrailingComma: true })!;
  const node = findNodeAtLocation(root, path)!;
  return key === null ? addElement(text, node, value) : addProperty(text, node, key, value);
}

function meaning(text: string): unknown {
  return parse(text.replace(/^\uFEFF/, ' '), [], { allowTrailingComma: true }) ?? {};
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isJson(file: string): boolean {
  return file.endsWith('.json');
}
