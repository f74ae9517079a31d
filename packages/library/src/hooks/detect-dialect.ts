/** Detects the client of a payload by fields that only this client sends. */
import { isJsonObject, type JsonObject } from '@hookloom/core';
import type { DialectName } from './dialects.ts';

/** Event names that only Gemini CLI has. */
const GEMINI = /^(Before|After)[A-Z]|^PreCompress$/;
/** Names that Gemini CLI shares with others. */
const SHARED: ReadonlySet<string> = new Set(['SessionStart', 'SessionEnd', 'Notification']);
/** The session files of Codex, which it names with every event. */
const CODEX_FILE = /[/\\]rollout-[^/\\]*\.jsonl$/;

/**
 * Reads the payload of an unknown client as one of Claude Code, because most clients copy its form.
 *
 * @example detectDialect({ sessionId: 's', toolName: 'bash', toolArgs: {} }) // 'copilot'
 */
export function detectDialect(payload: JsonObject): DialectName {
  const has = (key: string): boolean => Object.hasOwn(payload, key);
  const name = payload['hook_event_name'];
  if (has('triggered_at')) return 'hookloom';
  if (has('hook_type') || (has('method') && isJsonObject(payload['params']))) return 'generic';
  if (has('cursor_version') || has('conversation_id')) return 'cursor';
  if (has('sessionId') || has('toolName') || has('hookName')) return 'copilot';
  if (typeof name !== 'string') return 'claude-code';
  if (/^[a-z]/.test(name)) return 'cursor';
  if (GEMINI.test(name)) return 'gemini';
  // Both send the time of the event; only Gemini CLI names its session file with every event.
  if (has('timestamp')) return has('transcript_path') && SHARED.has(name) ? 'gemini' : 'copilot';
  if (has('prompt_id')) return 'claude-code';
  const file = payload['transcript_path'];
  const isCodex = has('turn_id') || (typeof file === 'string' && CODEX_FILE.test(file));
  return isCodex || (has('model') && has('permission_mode')) ? 'codex' : 'claude-code';
}
