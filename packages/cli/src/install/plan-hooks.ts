/** Plans the edit that adds our hook entries to a client's settings. It only inserts text. */
import { conflict, type HookloomError, type JsonObject, type JsonValue } from '@hookloom/core';
import type { Node } from 'jsonc-parser';
import {
  addElement,
  addProperty,
  parseObject,
  propertyOf,
  type Edited,
  type Splice,
} from './json-splice.ts';
import { isOurEntry } from './hook-entries.ts';
import type { Addition } from './part-request.ts';

/** Our part of a client's settings. */
export interface HookSettings {
  client: string;
  /** One entry for each event, in order. */
  entries: readonly (readonly [event: string, entry: JsonValue])[];
  /** Other properties that the file needs, such as Cursor's `version`. */
  beside?: JsonObject;
}

/** The settings with only our entries, for printing. */
export function hooksFragment({ entries, beside = {} }: HookSettings): JsonObject {
  return {
    ...beside,
    hooks: Object.fromEntries(entries.map(([event, entry]) => [event, [entry]])),
  };
}

/**
 * Adds our entry to every event. Refuses if there is one of ours.
 *
 * @param before The text to add to: the file's own, or that without our entries, to replace them
 */
export function planHooks(file: string, settings: HookSettings, before: string | null): Addition {
  const { entries, beside = {} } = settings;
  if (before === null || before.trim() === '') {
    const text = `${JSON.stringify(hooksFragment(settings), null, 2)}\n`;
    const after = (before ?? '') + text;
    return { after, splices: [{ offset: before?.length ?? 0, text }] };
  }
  const editor = new Editor(before, file);
  if (editor.hooks !== undefined && ourEntries(editor.hooks).length > 0)
    throw conflict(
      `${file} already has Hookloom hooks.`,
      'Pass --force to replace them. Nothing else in the file changes.',
    );
  for (const [key, value] of Object.entries(beside))
    if (propertyOf(editor.root, key) === undefined)
      editor.apply(addProperty(editor.text, editor.root, key, value));
  if (editor.hooks === undefined) {
    const hooks = Object.fromEntries(entries.map(([event, entry]) => [event, [entry]]));
    editor.apply(addProperty(editor.text, editor.root, 'hooks', hooks));
  } else {
    for (const [event, entry] of entries) {
      const list = propertyOf(editor.hooks, event);
      if (list === undefined) editor.apply(addProperty(editor.text, editor.hooks, event, [entry]));
      else if (list.type === 'array') editor.apply(addElement(editor.text, list, entry));
      else throw notAList(file, event);
    }
  }
  return { after: editor.text, splices: editor.splices };
}

/** The nodes below `hooks` that call us. */
export function ourEntries(hooks: Node): Node[] {
  const found: Node[] = [];
  const visit = (node: Node): void => {
    if (node.type === 'property') {
      const [key, value] = node.children ?? [];
      if (value !== undefined && isOurEntry(String(key?.value), value.value)) found.push(value);
    }
    for (const child of node.children ?? []) visit(child);
  };
  visit(hooks);
  return found;
}

function notAList(file: string, event: string): HookloomError {
  return conflict(
    `${file}: hooks.${event} is not a list.`,
    'Fix the entry, then run the command again.',
  );
}

/** Applies edits one by one, and parses the tree again after each. */
class Editor {
  text: string;
  readonly splices: Splice[] = [];
  private readonly file: string;

  constructor(text: string, file: string) {
    this.text = text;
    this.file = file;
  }

  get root(): Node {
    return parseObject(this.text, this.file);
  }

  get hooks(): Node | undefined {
    return propertyOf(this.root, 'hooks');
  }

  apply(edited: Edited): void {
    this.text = edited.text;
    this.splices.push(edited.splice);
  }
}
