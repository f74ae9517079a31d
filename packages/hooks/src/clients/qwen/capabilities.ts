/** How Qwen Code treats each field of an answer (docs/reference/client-behaviour.md#qwen-code). */
import type { ClientCapabilities, EventCapability } from '@hookloom/core/hook';
import { CLAUDE_CAPABILITIES } from '../claude-code/capabilities.ts';
import { changed, KEPT, type Answers } from '../generic/losses.ts';

/** Its events that Claude Code has as well. `TodoCreated`, `TodoCompleted` and `SessionDelete` are its own. */
const ANSWERS: Record<string, Answers> = {
  SessionStart: { context: KEPT },
  UserPromptSubmit: { deny: KEPT, context: KEPT },
  UserPromptExpansion: {},
  PreToolUse: { deny: KEPT, ask: KEPT, context: KEPT },
  PermissionRequest: { allow: KEPT, deny: KEPT },
  PermissionDenied: {},
  PostToolUse: { context: KEPT, stop_agent: KEPT },
  PostToolUseFailure: { context: KEPT },
  PostToolBatch: { context: KEPT, stop_agent: KEPT },
  Notification: {},
  SubagentStart: { context: KEPT },
  SubagentStop: { continue_with: KEPT },
  Stop: { continue_with: KEPT },
  StopFailure: {},
  PreCompact: { context: changed('Appended to the instructions for the summary.') },
  PostCompact: {},
  SessionEnd: {},
  InstructionsLoaded: {},
  MessageDisplay: {},
};

export const QWEN_CAPABILITIES: ClientCapabilities = {
  client: 'qwen',
  title: 'Qwen Code',
  events: Object.fromEntries(
    Object.entries(ANSWERS).map(([name, answers]): [string, EventCapability] => [
      name,
      { ...CLAUDE_CAPABILITIES.events[name]!, answers },
    ]),
  ),
  contextChars: CLAUDE_CAPABILITIES.contextChars,
  stopCap: CLAUDE_CAPABILITIES.stopCap,
  sessionEndMs: CLAUDE_CAPABILITIES.sessionEndMs,
};
