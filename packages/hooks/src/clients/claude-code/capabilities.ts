/** How Claude Code treats each field of an answer (docs/reference/client-behaviour.md#claude-code). */
import type { ClientCapabilities, EventCapability } from '@hookloom/core/hook';
import { CLAUDE_EVENTS } from '../../dialects/claude/events.ts';
import { kept, changed, KEPT, lost, type Answers } from '../generic/losses.ts';

const OBSERVED: Answers = {};
const CONTINUES = changed('The agent continues because of it.');
const ASKS_ANYWAY = changed('Not sent: the person is asked anyway.');

const ANSWERS: Record<string, Answers> = {
  SessionStart: {
    ...kept('context', 'system_message', 'title', 'watch_paths', 'env', 'extras'),
    stop_agent: lost('A hook cannot stop a session from starting.'),
  },
  Setup: {
    ...kept('system_message', 'env'),
    context: lost('Claude Code drops it: the model does not receive it.'),
  },
  UserPromptSubmit: kept('deny', 'context', 'title', 'stop_agent', 'system_message', 'extras'),
  UserPromptExpansion: { deny: KEPT, context: KEPT, system_message: KEPT, extras: KEPT },
  MessageDisplay: { extras: KEPT },
  PreToolUse: {
    ...kept('allow', 'deny', 'ask', 'defer', 'modify_args', 'context', 'system_message'),
    stop_agent: changed('Without a deny the call still runs; then the run ends.'),
  },
  PermissionRequest: {
    ...kept('allow', 'deny', 'permission', 'system_message'),
    ask: ASKS_ANYWAY,
    defer: ASKS_ANYWAY,
    modify_args: changed('Sent together with an allow only.'),
  },
  PermissionDenied: { retry: KEPT },
  PostToolUse: {
    ...kept('context', 'updated_output', 'stop_agent', 'system_message', 'extras'),
    deny: changed('The call has already run: its output is kept and the reason is added.'),
  },
  PostToolUseFailure: {
    ...kept('context', 'system_message'),
    deny: changed('The call has already failed: the reason is added to the error.'),
  },
  PostToolBatch: {
    ...kept('context', 'stop_agent', 'system_message'),
    deny: changed('The turn ends; the reason does not reach the model.'),
  },
  Notification: { system_message: KEPT, extras: KEPT },
  SubagentStart: { context: KEPT, system_message: KEPT },
  SubagentStop: { continue_with: KEPT, context: CONTINUES, stop_agent: KEPT, system_message: KEPT },
  Stop: { continue_with: KEPT, context: CONTINUES, stop_agent: KEPT, system_message: KEPT },
  StopFailure: { extras: KEPT },
  TaskCreated: { deny: KEPT },
  TaskCompleted: { deny: KEPT, stop_agent: changed('The teammate stops.') },
  TeammateIdle: { continue_with: KEPT, stop_agent: changed('The teammate stops.') },
  ConfigChange: { deny: changed('The change is not applied; the reason is not shown.') },
  CwdChanged: { watch_paths: KEPT, env: KEPT },
  FileChanged: { watch_paths: KEPT, env: KEPT },
  WorktreeCreate: { deny: KEPT, extras: KEPT },
  PreCompact: { deny: KEPT, context: changed('Appended to the instructions for the summary.') },
  PreModelSwitch: { allow: KEPT, deny: KEPT, ask: KEPT },
  PostModelSwitch: { context: KEPT },
  Elicitation: { extras: KEPT, deny: changed('The question of the server is declined.') },
  ElicitationResult: { extras: KEPT, deny: changed('The answer to the server is declined.') },
};

function capability({ name, type, matcherField }: (typeof CLAUDE_EVENTS)[number]): EventCapability {
  return {
    type,
    ...(name === 'Stop' ? { also: ['after_agent'] } : {}),
    ...(matcherField === null ? {} : { matches: matcherField }),
    answers: ANSWERS[name] ?? OBSERVED,
  };
}

export const CLAUDE_CAPABILITIES: ClientCapabilities = {
  client: 'claude-code',
  title: 'Claude Code',
  events: Object.fromEntries(CLAUDE_EVENTS.map((event) => [event.name, capability(event)])),
  contextChars: 10_000,
  stopCap: 8,
  sessionEndMs: 1_500,
};
