/**
 * Rebuilds the additions to a JSON file that stay when others are removed. They depend on each other (a comma, a
 * brace). Pure.
 */
import { findNodeAtLocation, type JSONPath } from 'jsonc-parser';
import { addElement, addProperty, parseObject, removeSplice, type Splice } from './json-splice.ts';
import { parseJsonc } from '@hookloom/hooks/clients';
import type { PartSplice } from './plan.ts';
import { isJsonObject } from '@hookloom/core';

/**
 * @param texts The text before each of the splices, and after the last
 * @returns The text with only those additions that stay, and their new splices. Null if one that replaced something
 *   cannot be rebuilt
 */
export function replayAdditions(
  splices: readonly PartSplice[],
  texts: readonly string[],
  leaves: (splice: PartSplice) => boolean,
): { text: string; kept: PartSplice[] } | null {
  let text = texts[0]!;
  const kept: PartSplice[] = [];
  for (const [index, splice] of splices.entries()) {
    if (leaves(splice)) continue;
    if (splice.removed !== undefined) {
      const { removed } = splice;
      const again = removeSplice(text, { ...splice, text: removed, removed: splice.text });
      if (removed === '' || again === null) return null;
      const isThere = text.startsWith(removed, splice.offset);
      kept.push({ ...splice, offset: isThere ? splice.offset : text.indexOf(removed) });
      text = again;
      continue;
    }
    const { offset: _offset, text: _text, ...whose } = splice;
    for (const addition of additions(parseJsonc(texts[index]!), parseJsonc(texts[index + 1]!))) {
      const added = add(text, addition);
      text = added.text;
      kept.push({ ...whose, ...added.splice });
    }
  }
  return { text, kept };
}

interface Addition {
  /** The path of the object or list that contains the addition. */
  path: JSONPath;
  /** Null: at the end of a list. */
  key: string | null;
  value: unknown;
}

function additions(before: unknown = {}, after: unknown, path: JSONPath = []): Addition[] {
  if (Array.isArray(before) && Array.isArray(after))
    return after.slice(before.length).map((value: unknown) => ({ path, key: null, value }));
  if (!isJsonObject(before) || !isJsonObject(after)) return [];
  return Object.entries(after).flatMap(([key, value]) =>
    Object.hasOwn(before, key)
      ? additions(before[key], value, [...path, key])
      : [{ path, key, value }],
  );
}

function add(text: string, { path, key, value }: Addition): { text: string; splice: Splice } {
  if (text.trim() === '') {
    const whole = `${JSON.stringify(key === null ? value : { [key]: value }, null, 2)}\n`;
    return { text: text + whole, splice: { offset: text.length, text: whole } };
  }
  const node = findNodeAtLocation(parseObject(text, ''), path)!;
  return key === null ? addElement(text, node, value) : addProperty(text, node, key, value);
}
