/**
 * Codex's payloads as they are recorded: with the outcome of the call. Codex's hooks get a command's output without the
 * status; the session file has the status before the hook starts, under the id of the call. The output of a patch
 * begins with it. Part of the hook path.
 */
import type { HookContext, HookEvent } from '@hookloom/core/hook';
import fs from 'node:fs';
import { isJsonObject, type JsonValue, withPlain } from '@hookloom/core';

export function asCodexRecorded(event: HookEvent, context: HookContext): [HookEvent, HookContext] {
  return [withStatus(event), context];
}

/** Bytes read from the end of the session file: first a few, then enough for a long output. */
const TAILS = [128 * 1024, 8 * 1024 * 1024];

/** The event with the exit status of its call, if it can be found. */
function withStatus(event: HookEvent): HookEvent {
  const { tool } = event;
  if (event.source !== 'codex' || event.event_type !== 'after_tool' || tool === null) return event;
  const code = tool.exit_code ?? (tool.mcp === null ? statusOf(event) : null);
  return code === null
    ? event
    : { ...event, tool: { ...tool, exit_code: code, is_error: code !== 0 } };
}

/** The event as a failed call if it failed; the event itself if it did not, or if the outcome is unknown. */
export function asItEnded(event: HookEvent): HookEvent {
  const ended = withStatus(event);
  const { tool } = ended;
  const code = tool?.exit_code ?? 0;
  if (ended === event || tool === null || code === 0) return ended;
  const error = `Exit code ${code}${typeof tool.response === 'string' ? `\n${tool.response}` : ''}`;
  return {
    ...ended,
    event_type: 'tool_failure',
    message: error,
    metadata: { ...event.metadata, is_failure: true },
    tool: { ...tool, error },
  };
}

function statusOf({ tool, tool_use_id: id, transcript_path: file }: HookEvent): number | null {
  const { response, native_name: name } = tool!;
  if (name === 'apply_patch') {
    const told = typeof response === 'string' ? /^Exit code: (\d{1,9})\n/.exec(response) : null;
    return told === null ? null : Number(told[1]);
  }
  if (name !== 'Bash' || id === null || file === null) return null;
  return statusInFile(file, id);
}

function statusInFile(file: string, id: string): number | null {
  return withPlain(file, (fd, { size }) => {
    for (const length of TAILS) {
      const from = Math.max(0, size - length);
      const bytes = Buffer.alloc(size - from);
      const read = fs.readSync(fd, bytes, 0, bytes.length, from);
      const found = statusInLines(bytes.subarray(0, read).toString('utf8'), id);
      if (found !== null || from === 0) return found;
    }
    return null;
  });
}

function statusInLines(text: string, id: string): number | null {
  const named = JSON.stringify(id);
  for (const line of text.split('\n').toReversed()) {
    if (!line.includes(named) || !line.includes('"CommandExecution"')) continue;
    const code = statusInLine(line, id);
    if (code !== null) return code;
  }
  return null;
}

function statusInLine(line: string, id: string): number | null {
  try {
    const { payload } = JSON.parse(line) as { payload?: JsonValue };
    const item = isJsonObject(payload ?? null) ? (payload as { item?: JsonValue }).item : null;
    if (!isJsonObject(item ?? null)) return null;
    const { type, id: itsId, exit_code: code } = item as Record<string, JsonValue>;
    const isIt = type === 'CommandExecution' && itsId === id;
    return isIt && typeof code === 'number' && Number.isInteger(code) ? code : null;
  } catch {
    // The first line of the tail is cut.
    return null;
  }
}
