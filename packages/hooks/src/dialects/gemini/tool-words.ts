/** Converts a tool call of any client to Gemini CLI's names and fields, and the answer back to the engine's. */
import type { ToolSeen } from '@hookloom/core/hook';
import { addedPath } from '../claude/tool-words.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '@hookloom/core';

/** Parameters with two names: Claude Code's, which the engine uses, and Gemini CLI's. */
const PARAMETERS: Record<string, Record<string, string>> = {
  Edit: { replace_all: 'allow_multiple' },
  Glob: { path: 'dir_path' },
  Grep: { path: 'dir_path', glob: 'include_pattern' },
  LS: { path: 'dir_path' },
  Agent: { subagent_type: 'agent_name' },
};

export function geminiToolName({ name, mcp }: ToolSeen): string {
  if (mcp !== null) return `mcp_${mcp.server}_${mcp.tool}`;
  return toGeminiToolName(name);
}

/** Every name by which a pattern may mean the tool, Gemini CLI's own first. */
export function geminiToolNames(tool: ToolSeen): string[] {
  const names = [geminiToolName(tool), tool.native_name, tool.name];
  if (tool.mcp !== null) names.push(`mcp__${tool.mcp.server}__${tool.mcp.tool}`);
  // A patch edits, writes and deletes.
  if (tool.native_name === 'apply_patch') names.push('replace', 'write_file');
  if (tool.name === 'Grep') names.push('search_file_content');
  return [...new Set(names)].filter((name) => name !== '');
}

export function geminiToolInput(tool: ToolSeen): JsonObject {
  const input = inputOf(tool);
  const path = addedPath(tool);
  const renamed = rename(input, Object.entries(PARAMETERS[tool.name] ?? {}));
  return path === null ? renamed : { ...renamed, file_path: path };
}

/**
 * Merges an answer's `tool_input` over the original, which gives the engine's complete input
 * (docs/reference/client-behaviour.md#gemini-cli-rewritten-input).
 */
export function mergedInput(updated: JsonObject, tool: ToolSeen | null): JsonObject {
  if (tool === null) return { ...updated };
  const pairs = Object.entries(PARAMETERS[tool.name] ?? {});
  const back = rename(
    updated,
    pairs.map(([ours, theirs]) => [theirs, ours]),
  );
  const lent = addedPath(tool);
  if (lent !== null && back['file_path'] === lent) delete back['file_path'];
  return { ...inputOf(tool), ...back };
}

function inputOf({ input }: ToolSeen): JsonObject {
  if (isJsonObject(input)) return input;
  return input === null ? {} : { input };
}

function rename(input: JsonObject, pairs: readonly (readonly [string, string])[]): JsonObject {
  const out: JsonObject = {};
  for (const key of Object.keys(input)) {
    const pair = pairs.find(([from, to]) => from === key && input[to] === undefined);
    out[pair?.[1] ?? key] = input[key]!;
  }
  return out;
}

/** The pair of a text for the model and one for the user, with the failure if there is one. */
export function geminiToolResponse(tool: ToolSeen): JsonObject {
  const response = tool.response ?? null;
  const failure = tool.error === null ? {} : { error: { message: tool.error, type: 'tool_error' } };
  if (isJsonObject(response) && 'llmContent' in response) return { ...response, ...failure };
  const text = textOf(response, tool.error ?? '');
  return { llmContent: text, returnDisplay: text, ...failure };
}

function textOf(response: JsonValue, otherwise: string): string {
  if (response === null) return otherwise;
  if (typeof response === 'string') return response;
  if (isJsonObject(response)) {
    const { stdout, stderr, content, file } = response;
    if (typeof stdout === 'string')
      return typeof stderr === 'string' && stderr !== '' ? `${stdout}\n${stderr}` : stdout;
    if (typeof content === 'string') return content;
    if (isJsonObject(file ?? null)) return textOf(file!, otherwise);
  }
  if (Array.isArray(response)) {
    const texts = response.map((part) => (isJsonObject(part) ? part['text'] : part));
    if (texts.length > 0 && texts.every((text) => typeof text === 'string'))
      return texts.join('\n');
  }
  return JSON.stringify(response);
}

/** Gemini CLI's names of the normalised tools (0.61.0). */

const NAMES: Record<string, string> = {
  Bash: 'run_shell_command',
  PowerShell: 'run_shell_command',
  Read: 'read_file',
  Write: 'write_file',
  Edit: 'replace',
  MultiEdit: 'replace',
  Glob: 'glob',
  Grep: 'grep_search',
  LS: 'list_directory',
  WebFetch: 'web_fetch',
  WebSearch: 'google_web_search',
  Agent: 'invoke_agent',
  Task: 'invoke_agent',
};

/**
 * An unknown name stays unchanged.
 *
 * @example toGeminiToolName('Bash') === 'run_shell_command'
 */
export function toGeminiToolName(name: string): string {
  return Object.hasOwn(NAMES, name) ? NAMES[name]! : name;
}
