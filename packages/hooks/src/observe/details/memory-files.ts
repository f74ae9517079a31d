/** What an edit wrote into a file of rules for agents. Of other files no content is kept. */
import { isJsonObject, type JsonObject, type JsonValue } from '@hookloom/core/json';

const MEMORY_FILE = /(?:^|\/)(?:CLAUDE|AGENTS|GEMINI)[.\w]*\.md$/i;

export function isMemoryFile(path: string): boolean {
  return MEMORY_FILE.test(path);
}

/** The lines of the client's own patch, or the new texts of the call. */
export function addedText(input: JsonValue, response: JsonValue): string {
  const [given, told] = [input, response].map((value) => (isJsonObject(value) ? value : {}));
  const hunks = told!['structuredPatch'];
  const patch = typeof given!['command'] === 'string' ? given!['command'].split('\n') : [];
  const lines = [...(Array.isArray(hunks) ? hunks.flatMap(linesOf) : []), ...patch]
    .filter((line) => line.startsWith('+') && !line.startsWith('+++'))
    .map((line) => line.slice(1));
  if (lines.length > 0) return lines.join('\n').trim();
  const edits = Array.isArray(given!['edits']) ? given!['edits'].filter(isJsonObject) : [given!];
  return edits
    .map(newText)
    .filter((text) => text !== '')
    .join('\n');
}

function linesOf(hunk: JsonValue): string[] {
  const lines = isJsonObject(hunk) ? hunk['lines'] : [];
  return Array.isArray(lines) ? lines.filter((line) => typeof line === 'string') : [];
}

function newText(edit: JsonObject): string {
  const text = edit['new_string'] ?? edit['content'] ?? '';
  return typeof text === 'string' ? text.trim() : '';
}
