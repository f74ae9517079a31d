/** Detects the client of a payload. Each sends fields that no other sends. */
import { isJsonObject, type JsonObject } from '@hookloom/core';
import type { DialectName } from './dialect.ts';

/** Event names that only Gemini CLI has. */
const GEMINI = /^(Before|After)[A-Z]|^PreCompress$/;
/** Names that Gemini CLI shares with others. */
const SHARED: ReadonlySet<string> = new Set(['SessionStart', 'SessionEnd', 'Notification']);
/** The session files of Codex, which it names with every event. */
const CODEX_FILE = /[/\\]rollout-[^/\\]*\.jsonl$/;

/**
 * A payload that no client is known by is read as Claude Code's: most other clients copy its form.
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
