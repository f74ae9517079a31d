/** `{"decision": "modify", "content": "…"}`: the new input or output as a text. */
import type { HookEvent, HookResponse, ToolSeen } from '@hookloom/core/hook';
import { isJsonObject, type JsonObject, type JsonValue, parseJsonObject } from '@hookloom/core';
import { rewrittenInput } from '../claude/tool-words.ts';
import type { TomlEvent } from './events.ts';

/** Tools whose input is one command: a text is its new command. */
const COMMAND_TOOLS = new Set(['Bash', 'PowerShell']);

/** Puts the change into the answer, or adds a note why it cannot be carried out. */
export function modify(
  content: JsonValue | undefined,
  { type, name }: TomlEvent,
  { tool }: HookEvent,
  { response, notes }: { response: HookResponse; notes: string[] },
): void {
  if (content === undefined || content === null) {
    notes.push('It asks to modify without a content, so nothing changes.');
    return;
  }
  if (type === 'after_tool') {
    response.updated_output = content;
    return;
  }
  if (type !== 'before_tool' && type !== 'permission_request') {
    notes.push(`There is nothing to modify on ${name}.`);
    return;
  }
  if (tool === null) {
    notes.push('There is no tool call to modify.');
    return;
  }
  const given = isJsonObject(content) ? content : objectIn(content);
  if (typeof content !== 'string')
    notes.push('The content of modify is not a text; an object counts as the complete input.');
  if (given !== null) {
    const { input, filled } = rewrittenInput(given, tool);
    response.modify_args = input;
    if (filled.length > 0)
      notes.push(`The new input lacks ${filled.join(', ')}; the original's were kept.`);
  } else if (typeof content === 'string' && takesCommand(tool)) {
    const original = isJsonObject(tool.input) ? tool.input : {};
    response.modify_args = { ...original, command: content };
  } else {
    notes.push(
      `The input of ${tool.name} is an object, and the content of modify is not one, so the input does not change.`,
    );
  }
}

/** A patch of Codex is a command too. */
function takesCommand({ name, native_name }: ToolSeen): boolean {
  return COMMAND_TOOLS.has(name) || native_name === 'apply_patch';
}

/** A text that is a JSON object is the complete input: it cannot be a shell command. */
function objectIn(content: JsonValue): JsonObject | null {
  return typeof content === 'string' ? parseJsonObject(content) : null;
}
