/** A tool call of any client in Codex's words, and its rewritten input back in the words of the engine. */
import type { ToolSeen } from '@hookloom/core/hook/hook-event';
import { isJsonObject, type JsonObject, type JsonValue } from '@hookloom/core/json';
import { claudeToolNames, rewrittenInput } from '../claude/tool-words.ts';
import { textOfResponse } from '../toml/text-of-response.ts';
import { patchOf } from './patch.ts';

/** What Codex would call the tool: its shell is `Bash`, its edits are patches, servers have `_` for `-` (trap 32). */
export function codexToolName(tool: ToolSeen): string {
  const { name, native_name, mcp } = tool;
  if (mcp !== null) return `mcp__${mcp.server.replaceAll('-', '_')}__${mcp.tool}`;
  if (name === 'PowerShell') return 'Bash';
  if (native_name === 'apply_patch' || patchOf(tool) !== null) return 'apply_patch';
  return name === 'Agent' ? 'spawn_agent' : name;
}

/** Every name that a rule may mean the tool by, Codex's own first (trap 31). `Edit` and `Write` also match a patch. */
export function codexToolNames(tool: ToolSeen): string[] {
  const names = [codexToolName(tool), ...claudeToolNames(tool)];
  if (tool.name === 'Edit' || tool.name === 'Write') names.push('apply_patch', 'Edit', 'Write');
  return [...new Set(names)];
}

export function codexToolInput(tool: ToolSeen): JsonValue {
  const patch = patchOf(tool);
  if (patch !== null) return { command: patch };
  return tool.input ?? {};
}

/** A shell's and a patch's result is a bare text; a server's is its object. */
export function codexToolResponse(tool: ToolSeen | null): JsonValue {
  if (tool === null) return '';
  return tool.mcp === null ? textOfResponse(tool.response) : (tool.response ?? '');
}

/**
 * `updatedInput` as the engine's whole input. What Codex takes instead of the original input is whole; a shell command
 * that was left out comes from the original (trap 20). Null: the change cannot be carried to this client's tool.
 */
export function codexRewrite(
  updated: JsonObject,
  tool: ToolSeen,
): { input: JsonObject | null; filled: string[] } {
  const patch = patchOf(tool);
  if (patch === null) return rewrittenInput(updated, tool);
  // Unchanged, or in the client's own words.
  if (updated['command'] === patch) return { input: null, filled: [] };
  const { command: _, ...own } = updated;
  return isJsonObject(tool.input) &&
    Object.keys(own).some((key) => key in (tool.input as JsonObject))
    ? { input: { ...tool.input, ...own }, filled: [] }
    : { input: null, filled: [] };
}
