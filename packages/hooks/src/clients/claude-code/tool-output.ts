/** A tool's new output in the shape of its own output. Claude Code skips any other shape without a message. */
import type { ToolSeen } from '@hookloom/core/hook';
import { isJsonObject, type JsonObject, type JsonValue } from '@hookloom/core';

/** The note for the loss of an output without such a form. */
export const WRONG_SHAPE =
  "Claude Code takes a new output in the shape of the tool's own output only.";

const SHELL: JsonObject = { stdout: '', stderr: '', interrupted: false, isImage: false };

/**
 * @param output A hook's replacement for the output: a text, or an object.
 * @returns What to send, or null if the tool's form is unknown.
 * @example ownOutput('masked', bash) // → { stdout: 'masked', stderr: '', interrupted: false, isImage: false }
 */
export function ownOutput(output: JsonValue, tool: ToolSeen | null): JsonValue | null {
  if (tool === null) return null;
  if (tool.mcp !== null) return blocks(output);
  const own = tool.response ?? null;
  switch (tool.name) {
    case 'Bash':
    case 'PowerShell':
      return shell(output, own);
    case 'Read':
      return fileRead(output, own, tool);
    default:
      return typeof own === 'string'
        ? typeof output === 'string'
          ? output
          : null
        : filled(output, own);
  }
}

/** A text or content blocks: on anything else the call of a server ends with an error. */
function blocks(output: JsonValue): JsonValue {
  if (typeof output === 'string') return output;
  const list = isJsonObject(output) ? output['content'] : output;
  const isList =
    Array.isArray(list) &&
    list.every((one) => isJsonObject(one) && typeof one['type'] === 'string');
  return isList ? list : JSON.stringify(output);
}

function shell(output: JsonValue, own: JsonValue): JsonObject | null {
  const rest = isJsonObject(own) ? { ...SHELL, ...own, stderr: '' } : SHELL;
  if (typeof output === 'string') return { ...rest, stdout: output };
  if (!isJsonObject(output)) return null;
  const whole = { ...rest, ...output };
  const isShell =
    typeof output['stdout'] === 'string' &&
    Object.entries(SHELL).every(([key, value]) => typeof whole[key] === typeof value);
  return isShell ? whole : null;
}

function fileRead(output: JsonValue, own: JsonValue, { input }: ToolSeen): JsonObject | null {
  const before = isJsonObject(own) && isJsonObject(own['file'] ?? null) ? own['file'] : {};
  const given = isJsonObject(output) ? output['file'] : { content: output };
  if (!isJsonObject(given ?? null)) return null;
  const { content } = given as JsonObject;
  if (typeof content !== 'string') return null;
  const path = isJsonObject(input) ? input['file_path'] : undefined;
  const lines = content.split('\n').length;
  const file = {
    filePath: typeof path === 'string' ? path : '',
    startLine: 1,
    ...(before as JsonObject),
    numLines: lines,
    totalLines: lines,
    ...(given as JsonObject),
  };
  return { type: 'text', file };
}

/** An object with every field of the tool's own output; missing fields are taken from there. */
function filled(output: JsonValue, own: JsonValue): JsonObject | null {
  if (!isJsonObject(output) || !isJsonObject(own)) return null;
  const isOwn = Object.entries(output).every(
    ([key, value]) => Object.hasOwn(own, key) && typeof own[key] === typeof value,
  );
  return isOwn ? { ...own, ...output } : null;
}
