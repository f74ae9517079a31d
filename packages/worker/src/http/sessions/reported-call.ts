/** A tool call as an extension reports it in the body of a request. */
import type { JsonObject } from '@hookloom/core';
import type { Reported } from '@hookloom/hooks';
import type { SessionBody } from './body.ts';

/** Tools whose content is only in the event before the call. */
export const READING_TOOLS: ReadonlySet<string> = new Set(['Read', 'Grep', 'Glob', 'LS']);

/** An editor's own save counts as a file write. The documented editor extension reports it so. */
export function toolPart(tool: string, body: SessionBody): Reported {
  const { tool_use_id = body.toolUseId } = body;
  const input = jsonOf(body.tool_input);
  const path = typeof input === 'string' ? undefined : input['path'];
  const isSave = tool === 'FileSave' && typeof path === 'string';
  return {
    tool: {
      native_name: isSave ? 'Write' : tool,
      input: isSave ? { file_path: path } : input,
      response: jsonOf(body.tool_response),
      is_error: false,
    },
    tool_use_id: tool_use_id ?? null,
  };
}

/** Ignores the notes that clients keep about a session: they are not work. */
export function isSessionMemory({ tool_input }: SessionBody): boolean {
  const input = jsonOf(tool_input);
  const file = typeof input === 'string' ? '' : (input['file_path'] ?? input['notebook_path']);
  return typeof file === 'string' && file.includes('session-memory');
}

/** Accepts any JSON value, like a payload. */
function jsonOf(value: unknown): JsonObject | string {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as JsonObject;
  return typeof value === 'string' ? value : JSON.stringify(value ?? '');
}
