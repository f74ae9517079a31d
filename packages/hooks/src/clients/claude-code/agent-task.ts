/**
 * The task of a subagent. Claude Code's SubagentStart does not have it, but by then the session file has the call that
 * started the subagent.
 */
import type { HookEvent } from '@hookloom/core/hook';
import { isJsonObject, type JsonObject } from '@hookloom/core';
import { tailLines } from '../../transcript/tail.ts';

const AGENT_TOOLS = new Set(['Agent', 'Task']);

/** The event with its `prompt` filled in if exactly one open call can have started this subagent. */
export function withAgentTask(event: HookEvent): HookEvent {
  const { source, prompt, transcript_path: file } = event;
  if (source !== 'claude-code' || prompt !== null || file === null) return event;
  const open = openCalls(tailLines(file)).filter(
    ({ subagent_type: kind }) => kind === undefined || kind === event.agent_type,
  );
  const tasks = new Set(open.map((input) => input['prompt']));
  const [task] = tasks;
  return tasks.size === 1 && typeof task === 'string' ? { ...event, prompt: task } : event;
}

/** Inputs of the calls of subagents that have no result yet. */
function openCalls(lines: readonly string[]): JsonObject[] {
  const calls = new Map<string, JsonObject>();
  for (const line of lines)
    for (const block of blocksIn(line)) {
      const { type, id, name, input, tool_use_id: ended } = block;
      if (type === 'tool_result' && typeof ended === 'string') calls.delete(ended);
      const isAgent = type === 'tool_use' && typeof name === 'string' && AGENT_TOOLS.has(name);
      if (isAgent && typeof id === 'string' && isJsonObject(input ?? null))
        calls.set(id, input as JsonObject);
    }
  return [...calls.values()];
}

function blocksIn(line: string): JsonObject[] {
  if (!line.includes('"tool_')) return [];
  try {
    const value: unknown = JSON.parse(line);
    const message = isJsonObject(value) ? value['message'] : null;
    const content = isJsonObject(message ?? null) ? (message as JsonObject)['content'] : null;
    return Array.isArray(content) ? content.filter(isJsonObject) : [];
  } catch {
    return [];
  }
}
