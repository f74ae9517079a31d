/** Converts a tool call of any client to Claude Code's names and fields, and the answer back to the engine's. */
import type { HookEvent, ToolSeen } from '@hookloom/core/hook';
import { isJsonObject, type JsonObject, type JsonValue } from '@hookloom/core';

const FILE_TOOLS = new Set(['Read', 'Write', 'Edit']);

export function claudeToolName({ name, mcp }: ToolSeen): string {
  return mcp === null ? name : `mcp__${mcp.server}__${mcp.tool}`;
}

/** Every name by which a rule may mean the tool, Claude Code's own first. */
export function claudeToolNames(tool: ToolSeen): string[] {
  const names = [claudeToolName(tool), tool.name, tool.native_name];
  // A patch edits, writes and deletes.
  if (tool.native_name === 'apply_patch') names.push('Edit', 'Write', 'MultiEdit');
  if (tool.name === 'Agent') names.push('Task');
  return [...new Set(names)].filter((name) => name !== '');
}

/** The call's input; a patch gets the path of its first file, because hooks read that field. */
export function claudeToolInput(tool: ToolSeen): JsonObject {
  const input: JsonObject = isJsonObject(tool.input)
    ? tool.input
    : tool.input === null
      ? {}
      : { input: tool.input };
  const path = addedPath(tool);
  return path === null ? input : { ...input, file_path: path };
}

/** The path of a patch's first file, because hooks read that field; null if the call has one. */
export function addedPath({ name, input, files }: ToolSeen): string | null {
  if (!FILE_TOOLS.has(name) || (isJsonObject(input) && input['file_path'] !== undefined))
    return null;
  return files[0] ?? null;
}

/** Parameters without which the call would fail in Claude Code. */
const REQUIRED: Record<string, string[]> = {
  Bash: ['command'],
  Read: ['file_path'],
  Write: ['file_path', 'content'],
  Edit: ['file_path', 'old_string', 'new_string'],
};

/**
 * Turns a rewritten input into the engine's complete input: the added path is removed, and missing required parameters
 * come from the original call.
 */
export function rewrittenInput(updated: JsonObject, tool: ToolSeen | null) {
  if (tool === null) return { input: updated, filled: [] };
  const input = { ...updated };
  const lent = addedPath(tool);
  if (lent !== null && input['file_path'] === lent) delete input['file_path'];
  const original = isJsonObject(tool.input) ? tool.input : {};
  const required = Object.hasOwn(REQUIRED, tool.name) ? REQUIRED[tool.name]! : [];
  const filled = required.filter((key) => input[key] === undefined && original[key] !== undefined);
  for (const key of filled) input[key] = original[key]!;
  return { input, filled };
}

/** The call's result in the shape of Claude Code's own tool. Unknown shapes stay unchanged. */
export function claudeToolResponse(tool: ToolSeen): JsonValue {
  const response = tool.response ?? null;
  if (tool.mcp !== null) return response;
  const text = plainTextOf(response);
  if (text === null) return response ?? '';
  switch (tool.name) {
    case 'Bash':
    case 'PowerShell':
      return { stdout: text, stderr: '', interrupted: false, isImage: false };
    case 'Read':
      return { type: 'text', file: { filePath: pathOf(tool), content: text } };
    case 'Write':
    case 'Edit':
      return { filePath: pathOf(tool), message: text };
    default:
      return response;
  }
}

/** A new output in the shape of the call's own output: a text if the client sent a text. */
export function rewrittenOutput(updated: JsonValue, { tool }: HookEvent): JsonValue {
  if (tool === null || !isJsonObject(updated) || plainTextOf(tool.response ?? null) === null)
    return updated;
  const { stdout, stderr, file, message } = updated;
  if (typeof stdout === 'string')
    return typeof stderr === 'string' && stderr !== '' ? `${stdout}\n${stderr}` : stdout;
  if (isJsonObject(file ?? null) && typeof (file as JsonObject)['content'] === 'string')
    return (file as JsonObject)['content']!;
  return typeof message === 'string' ? message : updated;
}

/** The text of a result that is a text, or of Gemini CLI's pair of texts for the model and the user. */
function plainTextOf(response: JsonValue): string | null {
  if (typeof response === 'string') return response;
  if (!isJsonObject(response)) return null;
  return typeof response['llmContent'] === 'string' ? response['llmContent'] : null;
}

function pathOf({ input, files }: ToolSeen): string {
  const path = isJsonObject(input) ? input['file_path'] : undefined;
  return typeof path === 'string' ? path : (files[0] ?? '');
}
