/** The common parts of two deliveries of one event, whichever settings, plugin or transport delivered them. Pure. */
import type { HookEvent } from '@hookloom/core/hook';
import { isJsonObject, sha256Hex, type JsonValue } from '@hookloom/core';
import { camelName } from './copilot/events.ts';

/**
 * The same text for the same event: the client's session is not part of it, because the answers of a session are stored
 * together.
 *
 * @example deliveryIdentity(event) // → 'PreToolUse\ntoolu_01…'
 */
export function deliveryIdentity(event: HookEvent): string {
  const { source, native_event: native, tool_use_id: call, agent_id: agent } = event;
  if (source === 'cursor' && event.tool !== null) return callOfCursor(event);
  if (source === 'copilot') return momentOfCopilot(event);
  // A client that restarts its ids would give a call the answer of another one.
  const about = call === null ? event.raw.trimEnd() : JSON.stringify(event.tool?.input ?? null);
  return [native, agent ?? '', call ?? '', sha256Hex(about)].join('\n');
}

/** Cursor reports one call in general (`preToolUse`) and again for one kind of tool (`beforeShellExecution`). */
function callOfCursor({ event_type: type, turn_id: turn, tool }: HookEvent): string {
  const input = isJsonObject(tool!.input) ? tool!.input : {};
  const about = tool!.mcp ?? input['command'] ?? input['file_path'] ?? null;
  return JSON.stringify([type, turn, tool!.name, about]);
}

/**
 * Copilot sends no call id. It calls its own hooks file and Claude Code's settings in the same millisecond, in two
 * spellings.
 */
function momentOfCopilot(event: HookEvent): string {
  const { native_event: native, timestamp, agent_id: agent, tool, prompt } = event;
  const input: JsonValue = tool === null ? null : tool.input;
  const about = sha256Hex(JSON.stringify([tool?.name ?? null, input, prompt]));
  return [camelName(native), timestamp, agent ?? '', about].join('\n');
}
