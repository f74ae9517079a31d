/** How Claude Code treats each field of an answer (docs/reference/client-behaviour.md#claude-code). */
import type { ClientCapabilities, EventCapability } from '@hookloom/core/hook';
import { CLAUDE_EVENTS } from '../../dialects/claude/events.ts';
import { changed, KEPT, lost, type Answers } from '../generic/losses.ts';

const OBSERVED: Answers = {};
const CONTINUES = changed('The agent continues because of it.');
const ASKS_ANYWAY = changed('Not sent: the person is asked anyway.');

const ANSWERS: Record<string, Answers> = {
  SessionStart: {
    context: KEPT,
    system_message: KEPT,
    title: KEPT,
    watch_paths: KEPT,
    env: KEPT,
    extras: KEPT,
    stop_agent: lost('A hook cannot stop a session from starting.'),
  },
  Setup: {
    system_message: KEPT,
    env: KEPT,
    context: lost('Claude Code drops it: the model does not receive it.'),
  },
  UserPromptSubmit: {
    deny: KEPT,
    context: KEPT,
    title: KEPT,
    stop_agent: KEPT,
    system_message: KEPT,
    extras: KEPT,
  },
  UserPromptExpansion: { deny: KEPT, context: KEPT, system_message: KEPT, extras: KEPT },
  MessageDisplay: { extras: KEPT },
  PreToolUse: {
    allow: KEPT,
    deny: KEPT,
    ask: KEPT,
    defer: KEPT,
    modify_args: KEPT,
    context: KEPT,
    stop_agent: changed('Without a deny the call still runs; then the run ends.'),
    system_message: KEPT,
  },
  PermissionRequest: {
    allow: KEPT,
    deny: KEPT,
    ask: ASKS_ANYWAY,
    defer: ASKS_ANYWAY,
    modify_args: changed('Sent together with an allow only.'),
    permission: KEPT,
    system_message: KEPT,
  },
  PermissionDenied: { retry: KEPT },
  PostToolUse: {
    deny: changed('The call has already run: its output is kept and the reason is added.'),
    context: KEPT,
    updated_output: KEPT,
    stop_agent: KEPT,
    system_message: KEPT,
    extras: KEPT,
  },
  PostToolUseFailure: {
    deny: changed('The call has already failed: the reason is added to the error.'),
    context: KEPT,
    system_message: KEPT,
  },
  PostToolBatch: {
    deny: changed('The turn ends; the reason does not reach the model.'),
    context: KEPT,
    stop_agent: KEPT,
    system_message: KEPT,
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

function capability(event: (typeof CLAUDE_EVENTS)[number]): EventCapability {
  const { name, type, matcherField } = event;
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
