/** Reads the tool of a payload of GitHub Copilot CLI. Part of the hook path. */
import { mcpOf, type ToolSeen } from '@hookloom/core/hook';
import { isJsonObject, type JsonObject, type JsonValue } from '@hookloom/core';
import { numberAt, parsedValue, textAt, valueAt, toolSeen } from '../../payload/fields.ts';
import { exitCodeOf } from './shell-output.ts';

export type Outcome = Partial<Omit<ToolSeen, 'name' | 'native_name' | 'mcp' | 'input' | 'files'>>;

export function readTool(payload: JsonObject, outcome: Outcome = {}): ToolSeen {
  const call = {
    name: textAt(payload, 'toolName', 'tool_name'),
    input: announcedInput(payload),
    durationMs: numberAt(payload, 'durationMs', 'duration_ms', 'duration'),
  };
  return seenTool(call, outcome, textAt(payload, 'serverName', 'server_name'));
}

/** @param server Of an MCP tool, if it is separate from the tool's name. */
export function seenTool(
  { name, input, durationMs }: { name: string | null; input: JsonValue; durationMs: number | null },
  outcome: Outcome,
  server: string | null = null,
): ToolSeen {
  const native_name = name || 'unknown';
  const mcp = server === null ? serverToolOf(native_name) : { server, tool: native_name };
  return toolSeen({ native_name, input, mcp, duration_ms: durationMs, ...outcome });
}

/** GitHub's own server, whose name contains the separator. */
const KNOWN_SERVER = /^(github-mcp-server)-(.+)$/s;

/**
 * Copilot joins server and tool with a hyphen (`zaxy-memory_checkout`), in permission requests with a slash. None of its
 * own tools has either in its name. A name with several hyphens is split at the first.
 */
function serverToolOf(name: string): ToolSeen['mcp'] {
  const match =
    KNOWN_SERVER.exec(name) ?? /^([^-/]+)\/(.+)$/s.exec(name) ?? /^([^-]+)-(.+)$/s.exec(name);
  return match === null ? mcpOf(name) : { server: match[1]!, tool: match[2]! };
}

/** Arguments come as an object or as a JSON text; those of a patch as the patch's own text. */
export function announcedInput(payload: JsonObject): JsonValue {
  return parsedValue(valueAt(payload, 'toolArgs', 'toolInput', 'tool_input', 'arguments') ?? {});
}

/** `toolResult {resultType, textResultForLlm}`: the text is what the model saw. */
export function resultOf(given: JsonValue | undefined): Outcome {
  const result = parsedValue(given);
  if (!isJsonObject(result)) return { response: result };
  const text = textAt(result, 'textResultForLlm', 'text_result_for_llm');
  const kind = textAt(result, 'resultType', 'result_type');
  const exit_code = text === null ? null : exitCodeOf(text);
  const is_error = kind === null ? null : kind !== 'success' || (exit_code ?? 0) !== 0;
  return { response: text ?? result, is_error, exit_code };
}
