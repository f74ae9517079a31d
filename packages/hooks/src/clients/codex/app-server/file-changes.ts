/** File changes of an item or an approval, in all their forms: the files, and the resulting patch. */
import { isJsonObject, type JsonValue } from '@hookloom/core';

export interface FileChange {
  path: string;
  kind: 'add' | 'delete' | 'update';
  movePath: string | null;
  /** Content of a new or deleted file, diff of a changed one. */
  text: string;
  isDiff: boolean;
}

/**
 * @param changes A list of `{path, kind: {type}, diff}` (0.169.0) or `{path, type, content}` (documented earlier), or
 * an object from path to `{type, content | unified_diff}` (older requests).
 */
export function fileChanges(changes: JsonValue | undefined): FileChange[] {
  if (Array.isArray(changes)) return changes.flatMap((change) => changeOf(change, undefined));
  if (!isJsonObject(changes)) return [];
  return Object.entries(changes).flatMap(([path, change]) => changeOf(change, path));
}

function changeOf(change: JsonValue, byPath: string | undefined): FileChange[] {
  if (!isJsonObject(change)) return [];
  const path = byPath ?? change['path'];
  if (typeof path !== 'string') return [];
  const kind = isJsonObject(change['kind']) ? change['kind'] : change;
  const type = typeof change['kind'] === 'string' ? change['kind'] : kind['type'];
  const diff = change['diff'] ?? change['unified_diff'];
  const text = typeof diff === 'string' ? diff : change['content'];
  return [
    {
      path: path.toWellFormed(),
      kind: type === 'add' || type === 'create' ? 'add' : type === 'delete' ? 'delete' : 'update',
      movePath: typeof kind['move_path'] === 'string' ? kind['move_path'].toWellFormed() : null,
      text: typeof text === 'string' ? text.toWellFormed() : '',
      isDiff: typeof diff === 'string',
    },
  ];
}

/** Every path that is touched, the targets of moves included. */
export function touchedFiles(changes: readonly FileChange[]): string[] {
  const all = changes.flatMap(({ path, movePath }) =>
    movePath === null ? [path] : [path, movePath],
  );
  return [...new Set(all)];
}

/**
 * The changes as an `apply_patch` text, as Codex's own hooks get it in `tool_input.command`, so that the same rules
 * match.
 */
export function patchText(changes: readonly FileChange[]): string {
  const lines = ['*** Begin Patch'];
  for (const { path, kind, movePath, text, isDiff } of changes) {
    if (kind === 'delete') lines.push(`*** Delete File: ${path}`);
    else if (kind === 'add') lines.push(`*** Add File: ${path}`, ...prefixed(text));
    else {
      lines.push(`*** Update File: ${path}`);
      if (movePath !== null) lines.push(`*** Move to: ${movePath}`);
      lines.push(...(isDiff ? bodyLines(text) : prefixed(text)));
    }
  }
  return [...lines, '*** End Patch', ''].join('\n');
}

function bodyLines(text: string): string[] {
  return text === '' ? [] : (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
}

function prefixed(text: string): string[] {
  return bodyLines(text).map((line) => '+' + line);
}
