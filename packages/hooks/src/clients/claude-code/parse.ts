/** Turns Claude Code's hook payloads into log events. Pure. */
import type { HookContext, ObservedHook } from '@hookloom/core/hook/observed-event';
import type { JsonObject } from '@hookloom/core/json';
import {
  compaction,
  sessionEnd,
  sessionStart,
  subagentStart,
  subagentStop,
} from './events-lifecycle.ts';
import { otherClaudeEvent } from './events-other.ts';
import { postToolUse, preToolUse } from './events-tools.ts';
import { stop, userPrompt } from './events-turns.ts';
import { readNative, type EventParser } from './parse-native.ts';

/** Any other event is kept as `hook.<name>`. */
const PARSERS: Record<string, EventParser> = {
  SessionStart: sessionStart,
  SessionEnd: sessionEnd,
  UserPromptSubmit: userPrompt,
  Stop: stop,
  PreToolUse: preToolUse,
  PostToolUse: postToolUse,
  PostToolUseFailure: postToolUse,
  SubagentStart: subagentStart,
  SubagentStop: subagentStop,
  PreCompact: compaction,
  PostCompact: compaction,
};

/**
 * Never throws: unknown events and fields are kept, and fields of the wrong type are dropped.
 *
 * @example parseClaudeHook({ hook_event_name: 'Stop', session_id: 's', last_assistant_message: 'Done.' }, context)
 * // → events: transcript.turn by the assistant, hook.stop
 */
export function parseClaudeHook(payload: JsonObject, context: HookContext): ObservedHook {
  const native = readNative(payload, context);
  const parser = Object.hasOwn(PARSERS, native.name) ? PARSERS[native.name]! : otherClaudeEvent;
  return { sessionId: native.sessionId, closes: native.name === 'SessionEnd', ...parser(native) };
}
