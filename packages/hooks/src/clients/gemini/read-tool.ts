/** Reads the tool of a Gemini CLI payload. Part of the hook path. */
import { normaliseToolName, type ToolSeen } from '@hookloom/core/hook';
import { isJsonObject, type JsonObject, type JsonValue } from '@hookloom/core';
import { cleanValue, objectAt, textAt, valueAt, toolSeen } from '../../payload/fields.ts';
import { commonGeminiInput } from './tool-input.ts';

/** Null if the payload names no tool. */
export function readTool(payload: JsonObject): ToolSeen | null {
  const name = textAt(payload, 'tool_name');
  if (name === null) return null;
  const response = valueAt(payload, 'tool_response');
  return readCall({ name, input: payload['tool_input'], mcp: mcpContext(payload), response });
}

export interface GeminiCall {
  name: string;
  input: JsonValue | undefined;
  mcp: ToolSeen['mcp'];
  response: JsonValue | undefined;
}

/** The call with common names, and its outcome. */
export function readCall({ name: native_name, input: given, mcp, response }: GeminiCall): ToolSeen {
  const name = mcp === null ? normaliseToolName(native_name) : `mcp__${mcp.server}__${mcp.tool}`;
  const input = commonGeminiInput(name, cleanValue(given ?? null));
  const tool = toolSeen({ native_name, name, input, mcp });
  return response === undefined ? tool : ended(tool, cleanValue(response));
}

/**
 * `mcp_server_tool` cannot be split reliably, so `mcp_context` decides
 * (docs/reference/client-behaviour.md#gemini-cli-tool-names).
 */
function mcpContext(payload: JsonObject): ToolSeen['mcp'] {
  const context = objectAt(payload, 'mcp_context');
  const server = textAt(context, 'server_name');
  const tool = textAt(context, 'tool_name');
  return server === null || tool === null ? null : { server, tool };
}

/** A failed command shows only in the text for the model; any other failure is in `error`. */
function ended(tool: ToolSeen, response: JsonValue): ToolSeen {
  const error = errorOf(response);
  const exit_code = tool.name === 'Bash' ? exitCodeOf(textOf(response)) : null;
  const failed = error !== null || (exit_code !== null && exit_code !== 0);
  return { ...tool, response, error, is_error: failed, exit_code };
}

/** Text of `tool_response.error`; null if there is none. */
function errorOf(response: JsonValue | undefined): string | null {
  const error = isJsonObject(response) ? valueAt(response, 'error') : undefined;
  if (error === undefined || error === false || error === '') return null;
  if (typeof error === 'string') return textAt({ error }, 'error');
  const said = isJsonObject(error) ? textAt(error, 'message', 'type') : null;
  return said === null ? 'The tool failed.' : withoutCall(said);
}

/** The error of an MCP tool repeats the complete call. Its arguments are not part of the error. */
function withoutCall(said: string): string {
  const [told] =
    /^MCP tool .{0,200}? reported tool error(?= for function call: )/s.exec(said) ?? [];
  if (told === undefined) return said;
  // The last occurrence: the arguments, which come first, may contain these words as well.
  const at = said.lastIndexOf(' with response: ');
  return at < 0 ? `${told}.` : `${told}:${said.slice(at + ' with response:'.length)}`;
}

function textOf(response: JsonValue): string {
  const content = isJsonObject(response) ? response['llmContent'] : response;
  if (typeof content === 'string') return content;
  const parts = Array.isArray(content) ? content : [content];
  return parts
    .map((part) => (isJsonObject(part) ? part['text'] : part))
    .filter((part) => typeof part === 'string')
    .join('\n');
}

/** Lines that may follow the exit code in the text. */
const AFTERWARDS =
  /^(?:<\/untrusted_context>|Signal: .*|Background PIDs: .*|Process Group PGID: .*|)$/;
const TAIL_CHARS = 2_000;

/** The first line of the frame around a command's output, and how the frame then ends. */
const RAN = /^(?:<untrusted_context>\n)?Output: /;
const ENDED = /^Process Group PGID: \d+$/m;
const KILLED = /^Signal: (?!0$)/m;

/** Only failed commands have this line, and the command's own output comes before it. */
function exitCodeOf(text: string): number | null {
  const tail = text.slice(-TAIL_CHARS);
  const lines = tail.split('\n');
  const at = lines.findLastIndex((line) => !AFTERWARDS.test(line.trim()));
  const last = lines[at]?.trim() ?? '';
  const code = /^Exit Code: (-?\d{1,10})$/.exec(last)?.[1];
  if (code !== undefined) return Number(code);
  const closing = lines.slice(at + 1).join('\n');
  const succeeded = RAN.test(text) && ENDED.test(closing) && !KILLED.test(closing);
  return succeeded && !last.startsWith('Error: ') ? 0 : null;
}
