/**
 * Cursor tells one call twice: in general (`preToolUse`) and in particular (`beforeShellExecution`). The user's hooks run
 * for the first; the second gets the same answer, in its own words, where an `ask` can reach a person (trap 34).
 */
import fs from 'node:fs';
import path from 'node:path';
import { contentDigest } from '@hookloom/core/hook/delivery-key';
import type { HookEvent } from '@hookloom/core/hook/hook-event';
import type { HookResponse } from '@hookloom/core/hook/hook-response';
import { isJsonObject } from '@hookloom/core/json';

/** Keeps the answer for the other telling of the same call, where the client has one. */
export function keepAnswer(sessionDir: string, event: HookEvent, response: HookResponse): void {
  if (event.source !== 'cursor' || event.tool === null || isParticular(event)) return;
  const file = fileOf(sessionDir, event);
  try {
    fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    fs.writeFileSync(file, JSON.stringify(response), { mode: 0o600 });
  } catch {
    // Then the hooks run twice.
  }
}

/** The answer that this call got already, once; null: nobody told of it yet. */
export function takeAnswer(sessionDir: string, event: HookEvent): HookResponse | null {
  if (!isParticular(event) || event.tool === null) return null;
  const file = fileOf(sessionDir, event);
  try {
    const response = JSON.parse(fs.readFileSync(file, 'utf8')) as HookResponse;
    fs.rmSync(file);
    return response;
  } catch {
    return null;
  }
}

function isParticular({ metadata }: HookEvent): boolean {
  return metadata['specific'] === true;
}

/** One call of one turn: the tool and what it is about. */
function fileOf(sessionDir: string, { event_type: type, turn_id: turn, tool }: HookEvent): string {
  const input = isJsonObject(tool!.input) ? tool!.input : {};
  const about = tool!.mcp ?? input['command'] ?? input['file_path'] ?? null;
  const key = JSON.stringify([type, turn, tool!.name, about]);
  return path.join(sessionDir, 'told', contentDigest(key));
}
