/** An edit of Claude Code as metadata: which file, how, how many lines. The content is not stored. */
import type { FileEditSeen, ToolSeen } from '@hookloom/core/hook';
import { isJsonObject, type JsonObject, type JsonValue } from '@hookloom/core';
import { objectOf, textAt } from '../payload/fields.ts';
import { pathInside } from './event-text.ts';

type Counted = [added: number, removed: number];

export function countedEdit(tool: ToolSeen, root: string): FileEditSeen {
  const input = objectOf(tool.input);
  const response = objectOf(tool.response);
  const path = tool.files[0] ?? textAt(response, 'filePath', 'notebook_path') ?? '';
  const created =
    tool.name === 'Write' && (response['type'] === 'create' || response['originalFile'] === null);
  const [linesAdded, linesRemoved] = countPatch(response) ?? countInput(tool.name, input);
  return {
    path: pathInside(path, root),
    operation: created ? 'created' : 'modified',
    lineCount: linesAdded,
    linesAdded,
    linesRemoved,
  };
}

/** From the client's own patch. A new file has an empty one. */
function countPatch(response: JsonObject): Counted | null {
  const hunks = response['structuredPatch'];
  if (!Array.isArray(hunks) || hunks.length === 0) return null;
  const lines = hunks.flatMap((hunk) => objectOf(hunk)['lines'] ?? []);
  const count = (mark: string): number =>
    lines.filter((line) => typeof line === 'string' && line.startsWith(mark)).length;
  return [count('+'), count('-')];
}

function countInput(tool: string, input: JsonObject): Counted {
  if (tool === 'Write') return [countLines(input['content']), 0];
  if (tool === 'NotebookEdit') return [countLines(input['new_source']), 0];
  const edits = Array.isArray(input['edits']) ? input['edits'].filter(isJsonObject) : [input];
  const sum = (key: string): number =>
    edits.reduce((total, edit) => total + countLines(edit[key]), 0);
  return [sum('new_string'), sum('old_string')];
}

/** Lines of a text; a newline at its end begins no further one. */
function countLines(text: JsonValue | undefined): number {
  if (typeof text !== 'string' || text === '') return 0;
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}
