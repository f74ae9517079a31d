/** Converts a tool call of any client to Codex's names and fields, and a rewritten input back to the engine's. */
import type { ToolSeen } from '@hookloom/core/hook/hook-event';
import { isJsonObject, type JsonObject, type JsonValue } from '@hookloom/core/json';
import { claudeToolNames, rewrittenInput } from '../claude/tool-words.ts';
import { textOfResponse } from '../toml/text-of-response.ts';
import { patchOf } from './patch.ts';

/**
 * Codex's name for the tool: shells are `Bash`, edits are patches, servers have `_` for `-`
 * (docs/reference/client-behaviour.md#codex-tool-names).
 */
export function codexToolName(tool: ToolSeen): string {
  const { name, native_name, mcp } = tool;
  if (mcp !== null) return `mcp__${mcp.server.replaceAll('-', '_')}__${mcp.tool}`;
  if (name === 'PowerShell') return 'Bash';
  if (native_name === 'apply_patch' || patchOf(tool) !== null) return 'apply_patch';
  return name === 'Agent' ? 'spawn_agent' : name;
}

/** Every name by which a rule may mean the tool, Codex's own first. `Edit` and `Write` also match a patch. */
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

/** The result of a shell or a patch is plain text; the result of a server is its object. */
export function codexToolResponse(tool: ToolSeen | null): JsonValue {
  if (tool === null) return '';
  return tool.mcp === null ? textOfResponse(tool.response) : (tool.response ?? '');
}

/**
 * Turns `updatedInput` into the engine's whole input. Codex's rewrites are whole; a missing shell command comes from
 * the original. Null: the change cannot be carried to this client's tool.
 */
export function codexRewrite(
  updated: JsonObject,
  tool: ToolSeen,
): { input: JsonObject | null; filled: string[] } {
  const patch = patchOf(tool);
  if (patch === null) return rewrittenInput(updated, tool);
  // Unchanged, or in the client's own fields.
  if (updated['command'] === patch) return { input: null, filled: [] };
  const { command: _, ...own } = updated;
  return isJsonObject(tool.input) &&
    Object.keys(own).some((key) => key in (tool.input as JsonObject))
    ? { input: { ...tool.input, ...own }, filled: [] }
    : { input: null, filled: [] };
}
