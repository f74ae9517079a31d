/**
 * Edits JSON with comments by inserting text. The user's formatting, comments and order stay byte for byte, and
 * removing the inserted text restores the file.
 */
import { conflict } from '@hookloom/core';
import { parseTree, type Node, type ParseError } from 'jsonc-parser';

export interface Splice {
  /** The UTF-16 offset of `text`. */
  offset: number;
  text: string;
  /** The text that `text` replaced; it is restored when `text` is removed. */
  removed?: string;
}

export interface Edited {
  text: string;
  splice: Splice;
}

/** The tree of a settings file. Throws `conflict` unless it is an object that can be edited. */
export function parseObject(text: string, file: string): Node {
  const errors: ParseError[] = [];
  // A byte order mark is not JSON. Replaced by a space, so that every offset stays the same.
  const root = parseTree(text.replace(/^\uFEFF/, ' '), errors, {
    allowTrailingComma: true,
    disallowComments: false,
  });
  if (root === undefined || errors.length > 0 || root.type !== 'object')
    throw conflict(
      `${file} is not a JSON object that can be edited.`,
      'Fix the syntax error in the file, then run the command again.',
    );
  return root;
}

/** The value of `key` in an object node, or undefined. The last one of several, which is what clients read. */
export function propertyOf(object: Node, key: string): Node | undefined {
  return object.children?.findLast((child) => child.children?.[0]?.value === key)?.children?.[1];
}

/** Adds `key: value` at the end of an object. */
export function addProperty(text: string, object: Node, key: string, value: unknown): Edited {
  return addChild(
    text,
    object,
    (indent, eol) => `${JSON.stringify(key)}: ${render(value, indent, eol)}`,
  );
}

/** Adds `value` at the end of an array. */
export function addElement(text: string, array: Node, value: unknown): Edited {
  return addChild(text, array, (indent, eol) => render(value, indent, eol));
}

/** Replaces a property's value and the comments in it. */
export function exchangeValue(text: string, node: Node, value: unknown): Edited {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const to = node.offset + node.length;
  const splice = {
    offset: node.offset,
    text: render(value, indentAt(text, node.offset), eol),
    removed: text.slice(node.offset, to),
  };
  return { text: text.slice(0, node.offset) + splice.text + text.slice(to), splice };
}

/** Removes a splice; null if its text is no longer in the file exactly once. */
export function removeSplice(text: string, splice: Splice): string | null {
  const { removed = '' } = splice;
  const without = (at: number): string =>
    text.slice(0, at) + removed + text.slice(at + splice.text.length);
  if (text.startsWith(splice.text, splice.offset)) return without(splice.offset);
  const at = text.indexOf(splice.text);
  if (at < 0 || text.includes(splice.text, at + 1)) return null;
  return without(at);
}

function addChild(
  text: string,
  container: Node,
  child: (indent: string, eol: string) => string,
): Edited {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const last = container.children?.at(-1);
  const outer = indentAt(text, container.offset);
  const indent = last === undefined ? outer + unitOf(text) : indentAt(text, last.offset);
  const splice =
    last === undefined
      ? {
          offset: container.offset + 1,
          text: `${eol}${indent}${child(indent, eol)}${closing(text, container, eol + outer)}`,
        }
      : { offset: last.offset + last.length, text: `,${eol}${indent}${child(indent, eol)}` };
  return {
    text: text.slice(0, splice.offset) + splice.text + text.slice(splice.offset),
    splice,
  };
}

/** `{}` needs a line break before its closing brace; `{ \n }` has one. */
function closing(text: string, container: Node, lineBreak: string): string {
  const inside = text.slice(container.offset + 1, container.offset + container.length - 1);
  return inside.includes('\n') ? '' : lineBreak;
}

function indentAt(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  return /^[ \t]*/.exec(line)![0];
}

/** The file's own indentation: that of its first indented line, or two spaces. */
function unitOf(text: string): string {
  return /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';
}

function render(value: unknown, indent: string, eol: string): string {
  return JSON.stringify(value, null, 2).replaceAll('\n', `${eol}${indent}`);
}
