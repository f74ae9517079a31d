/** Recorded payloads of Gemini CLI, and handlers as its files give them. */
import { readFileSync } from 'node:fs';
import type { JsonObject } from '@hookloom/core';
import { normaliseToolName, type HookEvent } from '@hookloom/core/hook';
import type { ConfigFile, Handler } from '../../engine/handler.ts';
import { sampleEvent, sampleHandler, sampleTool } from '../claude/sample.fixture.ts';
import { geminiEvent } from './events.ts';

export const SETTINGS: ConfigFile = {
  path: '/home/dev/project/.gemini/settings.json',
  dialect: 'gemini',
  layer: 'project',
};

export function geminiHandler(event: string, more: Partial<Handler> = {}): Handler {
  return sampleHandler(event, {
    dialect: 'gemini',
    type: geminiEvent(event)?.type ?? 'unknown',
    source: { file: SETTINGS, line: 1, group: 0, index: 0 },
    timeoutMs: 60_000,
    ...more,
  });
}

export function recordedGemini(): (readonly [name: string, payload: JsonObject])[] {
  const text = readFileSync(new URL('fixtures/recorded.jsonl', import.meta.url), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => {
      const { name, payload } = JSON.parse(line) as { name: string; payload: JsonObject };
      return [name, payload] as const;
    });
}

/** A recorded payload as another client's event: only the common fields. */
export function asEvent(payload: JsonObject, source: HookEvent['source']): HookEvent {
  const text = (key: string): string | null =>
    typeof payload[key] === 'string' ? payload[key] : null;
  const name = text('tool_name');
  const mcp = payload['mcp_context'] as { server_name: string; tool_name: string } | undefined;
  return sampleEvent({
    source,
    data: payload,
    session_id: text('session_id') ?? 'unknown',
    cwd: text('cwd'),
    transcript_path: text('transcript_path'),
    timestamp: text('timestamp') ?? '',
    prompt: text('prompt'),
    message: text('message'),
    subject: text('source') ?? text('reason') ?? text('trigger') ?? text('notification_type'),
    stop_hook_active: payload['stop_hook_active'] === true,
    last_assistant_message: text('prompt_response'),
    tool:
      name === null
        ? null
        : sampleTool({
            name:
              mcp === undefined
                ? normaliseToolName(name)
                : `mcp__${mcp.server_name}__${mcp.tool_name}`,
            native_name: name,
            mcp: mcp === undefined ? null : { server: mcp.server_name, tool: mcp.tool_name },
            input: payload['tool_input'] ?? null,
            ...(payload['tool_response'] === undefined
              ? {}
              : { response: payload['tool_response'] }),
          }),
  });
}
