/** Converts a tool call of any client to Codex's names and fields, and a rewritten input back to the engine's. */
import type { ToolSeen } from '@hookloom/core/hook';
import { isJsonObject, type JsonObject, type JsonValue } from '@hookloom/core';
import { claudeToolNames, rewrittenInput } from '../claude/tool-words.ts';
import { textOfResponse } from '../toml/text-of-response.ts';

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
 * Turns `updatedInput` into the engine's complete input. Codex's rewrites are complete; a missing shell command comes
 * from the original. Null: the change cannot be converted for this client's tool.
 */
export function codexRewrite(updated: JsonObject, tool: ToolSeen) {
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

/**
 * Null: the call is not an edit, or is Codex's own. The patch has the changed lines without the lines around them.
 *
 * @example patchOf({ name: 'Write', input: { file_path: 'a.txt', content: 'hi\n' }, … })
 * // → '*** Begin Patch\n*** Add File: a.txt\n+hi\n*** End Patch\n'
 */
function patchOf({ name, native_name, input, mcp }: ToolSeen): string | null {
  if (mcp !== null || native_name === 'apply_patch' || !isJsonObject(input)) return null;
  const path = input['file_path'];
  if (typeof path !== 'string' || path === '') return null;
  const head = path.replace(/[\r\n]+/g, ' ');
  if (name === 'Write' && typeof input['content'] === 'string')
    return whole(`*** Add File: ${head}\n${lines('+', input['content'])}`);
  if (name !== 'Edit') return null;
  const changes = changesIn(input);
  if (changes.length === 0) return null;
  return whole(
    `*** Update File: ${head}\n${changes
      .map(([before, after]) => `@@\n${lines('-', before)}${lines('+', after)}`)
      .join('')}`,
  );
}

function changesIn(input: JsonObject): [string, string][] {
  const edits: JsonValue[] = Array.isArray(input['edits']) ? input['edits'] : [input];
  return edits.flatMap((edit): [string, string][] => {
    if (!isJsonObject(edit)) return [];
    const { old_string, new_string } = edit;
    return typeof old_string === 'string' && typeof new_string === 'string'
      ? [[old_string, new_string]]
      : [];
  });
}

function lines(mark: '+' | '-', text: string): string {
  if (text === '') return '';
  return text
    .replace(/\r?\n$/, '')
    .split('\n')
    .map((line) => `${mark}${line}\n`)
    .join('');
}

function whole(body: string): string {
  return `*** Begin Patch\n${body}*** End Patch\n`;
}
