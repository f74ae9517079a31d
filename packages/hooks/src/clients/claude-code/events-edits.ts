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
  const counted = countPatch(response) ?? countInput(toolName, input);
  return {
    path: pathInside(path, root),
    operation: created ? 'created' : 'modified',
    lineCount: counted.added,
    linesAdded: counted.added,
    linesRemoved: counted.removed,
  };
}

interface Counted {
  added: number;
  removed: number;
}

/** From the client's own patch. A new file has an empty one. */
function countPatch(response: JsonObject): Counted | null {
  const hunks = response['structuredPatch'];
  if (!Array.isArray(hunks) || hunks.length === 0) return null;
  const counted: Counted = { added: 0, removed: 0 };
  for (const hunk of hunks) {
    const lines = isJsonObject(hunk) && Array.isArray(hunk['lines']) ? hunk['lines'] : [];
    for (const line of lines) {
      if (typeof line !== 'string') continue;
      if (line.startsWith('+')) counted.added++;
      else if (line.startsWith('-')) counted.removed++;
    }
  }
  return counted;
}

function countInput(toolName: string, input: JsonObject): Counted {
  if (toolName === 'Write') return { added: countLines(input['content']), removed: 0 };
  if (toolName === 'NotebookEdit') return { added: countLines(input['new_source']), removed: 0 };
  const edits = Array.isArray(input['edits']) ? input['edits'] : [input];
  const counted: Counted = { added: 0, removed: 0 };
  for (const edit of edits) {
    if (!isJsonObject(edit)) continue;
    counted.added += countLines(edit['new_string']);
    counted.removed += countLines(edit['old_string']);
  }
  return counted;
}

/** Lines of a text; a newline at its end begins no further one. */
export function countLines(text: unknown): number {
  if (typeof text !== 'string' || text === '') return 0;
  let count = text.endsWith('\n') ? 0 : 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
