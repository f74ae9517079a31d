/** A tool call of any client in Claude Code's words, and its answer back in the words of the engine. */
import type { HookEvent, ToolSeen } from '@hookloom/core/hook/hook-event';
import { isJsonObject, type JsonObject, type JsonValue } from '@hookloom/core/json';

/** Tools that take the path of one file. */
const FILE_TOOLS = new Set(['Read', 'Write', 'Edit']);

/** What Claude Code would call the tool. */
export function claudeToolName({ name, mcp }: ToolSeen): string {
  return mcp === null ? name : `mcp__${mcp.server}__${mcp.tool}`;
}

/** Every name that a rule may mean the tool by, Claude Code's own first (traps 31 and 32). */
export function claudeToolNames(tool: ToolSeen): string[] {
  const names = [claudeToolName(tool), tool.name, tool.native_name];
  // A patch edits, writes and deletes.
  if (tool.native_name === 'apply_patch') names.push('Edit', 'Write', 'MultiEdit');
  if (tool.name === 'Agent') names.push('Task');
  return [...new Set(names)].filter((name) => name !== '');
}

/** The call's input; a patch gets the path of its first file, which is where hooks look for it. */
export function claudeToolInput(tool: ToolSeen): JsonObject {
  const input: JsonObject = isJsonObject(tool.input)
    ? tool.input
    : tool.input === null
      ? {}
      : { input: tool.input };
  const path = addedPath(tool);
  return path === null ? input : { ...input, file_path: path };
}

/** The path that `claudeToolInput` adds; null: none. */
function addedPath({ name, input, files }: ToolSeen): string | null {
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
 * A rewritten input as the engine's whole input: what the hook was only lent is taken out again, and required parameters
 * that it left out come from the original call (trap 20).
 */
export function rewrittenInput(
  updated: JsonObject,
  tool: ToolSeen | null,
): { input: JsonObject; filled: string[] } {
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

/** The call's result in the shape that Claude Code's own tool gives. Shapes that are not known stay. */
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

/** A new output in the shape that the call's own output has: a text where the client gave a text. */
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

/** The text of a result that is a text, or Gemini CLI's pair of one for the model and one for the person. */
function plainTextOf(response: JsonValue): string | null {
  if (typeof response === 'string') return response;
  if (!isJsonObject(response)) return null;
  return typeof response['llmContent'] === 'string' ? response['llmContent'] : null;
}

function pathOf({ input, files }: ToolSeen): string {
  const path = isJsonObject(input) ? input['file_path'] : undefined;
  return typeof path === 'string' ? path : (files[0] ?? '');
}
