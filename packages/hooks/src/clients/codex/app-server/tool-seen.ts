/** Reads tool calls of the app-server from an item, or from a request to approve one. */
import { isJsonObject, type JsonObject, type JsonValue, parseShell } from '@hookloom/core';
import type { ToolSeen } from '@hookloom/core/hook';
import { fileChanges, patchText, touchedFiles } from './file-changes.ts';
import { text } from './thread-memory.ts';

const TOOL_ITEMS = new Set(
  'commandExecution fileChange mcpToolCall dynamicToolCall webSearch'.split(' '),
);

export function isToolItem(item: JsonObject): boolean {
  return typeof item['type'] === 'string' && TOOL_ITEMS.has(item['type']);
}

/**
 * Native names are those of Codex's own hooks (`Bash`, `apply_patch`, `mcp__server__tool`), so that a matcher written
 * for Codex matches here too; the item's type stays in `data`.
 */
export function toolOfItem(item: JsonObject): ToolSeen {
  switch (item['type']) {
    case 'commandExecution':
      return { ...shellTool(item), exit_code: integer(item['exitCode']) };
    case 'fileChange':
      return editTool(item['changes']);
    case 'mcpToolCall':
      return mcpTool(text(item['server']) ?? '', text(item['tool']) ?? '', item['arguments'] ?? {});
    case 'webSearch':
      return tool('WebSearch', 'web_search', { query: text(item['query']) ?? '' });
    default: {
      const name = [text(item['namespace']), text(item['tool'])].filter((part) => part !== null);
      return tool(
        name.join('__') || 'unknown',
        name.join('__') || 'unknown',
        item['arguments'] ?? {},
      );
    }
  }
}

/** The same, with its result. */
export function endedTool(item: JsonObject, failed: boolean): ToolSeen {
  const seen = toolOfItem(item);
  const response = item['aggregatedOutput'] ?? item['result'] ?? item['contentItems'];
  return {
    ...seen,
    ...(response === undefined || response === null ? {} : { response }),
    error: failed ? (errorText(item, response) ?? text(item['status'])) : null,
    is_error: failed,
    duration_ms: integer(item['durationMs']),
  };
}

/** @param from An item, or the parameters of a request: `command`, or the older `parsedCmd`. */
export function shellTool(from: JsonObject): ToolSeen {
  const command = commandText(from['command']) ?? commandText(from['parsedCmd']) ?? '';
  const reason = text(from['reason']);
  return tool('Bash', 'Bash', { command, ...(reason === null ? {} : { description: reason }) });
}

export function editTool(changes: JsonValue | undefined): ToolSeen {
  const list = fileChanges(changes);
  const files = touchedFiles(list);
  const [first] = files;
  const input: JsonObject = { command: patchText(list) };
  if (first !== undefined) input['file_path'] = first;
  return { ...tool('Edit', 'apply_patch', input), files };
}

/**
 * As Codex names them: characters that a tool name cannot have become `_`
 * (docs/reference/client-behaviour.md#codex-tool-names).
 */
export function mcpTool(server: string, name: string, input: JsonValue): ToolSeen {
  const native = `mcp__${server}__${name}`.replace(/[^A-Za-z0-9_]/g, '_');
  return { ...tool(native, native, input), mcp: { server, tool: name } };
}

function tool(name: string, native_name: string, input: JsonValue): ToolSeen {
  return {
    name,
    native_name,
    mcp: null,
    input,
    error: null,
    is_error: null,
    exit_code: null,
    duration_ms: null,
    files: [],
  };
}

function commandText(command: JsonValue | undefined): string | null {
  const line = text(command);
  if (line !== null) return unwrapScript(line);
  if (!Array.isArray(command)) return null;
  const words = command.map((word) => (isJsonObject(word) ? word['cmd'] : word));
  if (words.length === 0 || !words.every((word) => typeof word === 'string')) return null;
  return scriptOf(words).toWellFormed();
}

function errorText(item: JsonObject, response: JsonValue | undefined): string | null {
  const error = item['error'];
  if (isJsonObject(error)) return text(error['message']);
  if (typeof response === 'string') return text(response);
  const content = isJsonObject(response) ? response['content'] : response;
  if (!Array.isArray(content)) return null;
  return text(
    content.flatMap((part) => (isJsonObject(part) ? [text(part['text']) ?? ''] : [])).join('\n'),
  );
}

function integer(value: JsonValue | undefined): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : null;
}

// Codex wraps a command into `/bin/bash -lc '…'` for approvals and items; its own hooks receive only the script.

const SHELL = /^(?:\S*\/)?(?:bash|sh|zsh|dash|ksh)$/;
const SCRIPT_FLAG = /^-l?c$/;

/**
 * The script of a wrapped command; any other command unchanged. Only a wrapper that is exactly a shell, its flag and
 * one quoted script is removed, so that nothing that would run is hidden from a rule.
 *
 * @example unwrapScript("/bin/bash -lc 'touch made.txt'") === 'touch made.txt'
 */
export function unwrapScript(command: string): string {
  const words = shellWords(command);
  return words !== null && isWrapper(words) ? words[2]! : command;
}

/** The same for a command in words, as older requests have it. */
export function scriptOf(words: readonly string[]): string {
  return isWrapper(words) ? words[2]! : words.join(' ');
}

function isWrapper(words: readonly string[]): boolean {
  return words.length === 3 && SHELL.test(words[0]!) && SCRIPT_FLAG.test(words[1]!);
}

/** Words by the quoting rules of POSIX. Null if a shell would do more than split and unquote. */
function shellWords(line: string): string[] | null {
  const { commands, intricate } = parseShell(line);
  const words = commands[0]?.words ?? [];
  const isPlain = words.every(
    ({ written, parts }) =>
      parts.every(({ kind }) => kind === 'text') &&
      !/[*?[\]#~{}!$`]/.test(written.replaceAll(/'[^']*'|"(?:\\.|[^"\\])*"|\\./gs, '')),
  );
  // The shell would do anything that is not in the words, such as a redirection.
  const isWhole = words.map(({ written }) => written).join(' ') === line;
  return !intricate && isPlain && isWhole ? words.map(({ plain }) => plain) : null;
}
