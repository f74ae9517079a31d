/** File edits as metadata: which file, how, how many lines. The content is not kept. */
import type { FileEditSeen } from '@hookloom/core/hook/observations';
import { isJsonObject, type JsonObject } from '@hookloom/core/json';
import { pathInside } from '../../observe/event-text.ts';
import { textOf } from './parse-native.ts';

export const EDIT_TOOLS = new Set(['Edit', 'Write', 'MultiEdit', 'NotebookEdit']);

export function editOf(toolName: string, raw: JsonObject, root: string): FileEditSeen {
  const input = isJsonObject(raw['tool_input']) ? raw['tool_input'] : {};
  const response = isJsonObject(raw['tool_response']) ? raw['tool_response'] : {};
  const path =
    textOf(input, 'file_path') ??
    textOf(input, 'notebook_path') ??
    textOf(response, 'filePath') ??
    textOf(response, 'notebook_path') ??
    '';
  const created =
    toolName === 'Write' && (response['type'] === 'create' || response['originalFile'] === null);
  const [linesAdded, linesRemoved] = countPatch(response) ?? countInput(toolName, input);
  return {
    path: pathInside(path, root),
    operation: created ? 'created' : 'modified',
    lineCount: linesAdded,
    linesAdded,
    linesRemoved,
  };
}

type Counted = [added: number, removed: number];

/** From the client's own patch. A new file has an empty one. */
function countPatch(response: JsonObject): Counted | null {
  const hunks = response['structuredPatch'];
  if (!Array.isArray(hunks) || hunks.length === 0) return null;
  const lines = hunks.flatMap((hunk) =>
    isJsonObject(hunk) && Array.isArray(hunk['lines']) ? hunk['lines'] : [],
  );
  const count = (mark: string): number =>
    lines.filter((line) => typeof line === 'string' && line.startsWith(mark)).length;
  return [count('+'), count('-')];
}

function countInput(toolName: string, input: JsonObject): Counted {
  if (toolName === 'Write') return [countLines(input['content']), 0];
  if (toolName === 'NotebookEdit') return [countLines(input['new_source']), 0];
  const edits = Array.isArray(input['edits']) ? input['edits'].filter(isJsonObject) : [input];
  const sum = (key: string): number =>
    edits.reduce((total, edit) => total + countLines(edit[key]), 0);
  return [sum('new_string'), sum('old_string')];
}

/** Lines of a text; a newline at its end begins no further one. */
function countLines(text: unknown): number {
  if (typeof text !== 'string' || text === '') return 0;
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}
