/** A tool's result as one text, because `tool_response` is a string in this language. */
import { isJsonObject, type JsonValue } from '@hookloom/core';

/**
 * The text of a shell's outputs, of a file, of MCP content blocks or of Gemini CLI's pair of texts; the JSON of any
 * other shape.
 *
 * @example textOfResponse({ stdout: 'a\n', stderr: 'b', interrupted: false }) === 'a\nb'
 */
export function textOfResponse(response: JsonValue | undefined): string {
  if (response === undefined || response === null) return '';
  return plainTextOf(response, 0) ?? JSON.stringify(response);
}

const TEXT_KEYS = ['llmContent', 'text', 'content', 'file', 'output', 'result'];

function plainTextOf(value: JsonValue, depth: number): string | null {
  if (typeof value === 'string') return value;
  if (depth > 3) return null;
  if (Array.isArray(value)) {
    const texts = value.map((part) => plainTextOf(part, depth + 1));
    return texts.length > 0 && texts.every((text) => text !== null) ? texts.join('\n') : null;
  }
  if (!isJsonObject(value)) return null;
  const { stdout, stderr } = value;
  if (typeof stdout === 'string')
    return typeof stderr === 'string' && stderr !== ''
      ? `${stdout}${stdout === '' || stdout.endsWith('\n') ? '' : '\n'}${stderr}`
      : stdout;
  for (const key of TEXT_KEYS) {
    const inner = Object.hasOwn(value, key) ? value[key]! : null;
    const text = inner === null ? null : plainTextOf(inner, depth + 1);
    if (text !== null) return text;
  }
  return null;
}
