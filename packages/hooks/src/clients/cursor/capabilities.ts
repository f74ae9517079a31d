/** How Cursor treats each field of an answer (docs/reference/client-behaviour.md#cursor-answers). */
import type { ClientCapabilities } from '@hookloom/core/hook';
import { eventsOf, changed, KEPT, lost, type Answers } from '../generic/losses.ts';
import { CURSOR_TYPES } from './parse-event.ts';

const NO_STOP = lost('Cursor cannot end the run here: deny the call to stop it.');
const SHOWN = changed('Shown only with a decision, as user_message.');
const AGENT_MESSAGE = changed('Sent to the agent only with a deny, as part of agent_message.');
const OBSERVED: Answers = {};

/** allow and deny; the renderer replaces an ask that Cursor does not have here. */
const DECIDES: Answers = { allow: KEPT, deny: KEPT, system_message: SHOWN, stop_agent: NO_STOP };
const ASKS: Answers = {
  ...DECIDES,
  ask: KEPT,
  defer: changed('Asked instead.'),
  context: AGENT_MESSAGE,
};
const NO_ASK = changed('Denied: Cursor asks only before shell and MCP execution.');

const AFTER: Answers = {
  deny: changed('The call has already run: the reason is sent to the agent as context.'),
  context: KEPT,
};

const ANSWERS: Record<string, Answers> = {
  workspaceOpen: OBSERVED,
  sessionStart: { context: KEPT, env: KEPT },
  beforeSubmitPrompt: {
    deny: KEPT,
    ask: changed('The prompt is blocked: Cursor cannot ask here.'),
    defer: changed('The prompt is blocked: Cursor cannot ask here.'),
    stop_agent: changed('The prompt is blocked.'),
    system_message: SHOWN,
  },
  preToolUse: {
    ...DECIDES,
    ask: NO_ASK,
    defer: NO_ASK,
    modify_args: KEPT,
    context: AGENT_MESSAGE,
  },
  beforeShellExecution: ASKS,
  beforeMCPExecution: ASKS,
  beforeReadFile: { ...DECIDES, ask: NO_ASK, defer: NO_ASK },
  postToolUse: {
    ...AFTER,
    updated_output: changed('Only outputs of MCP tools can be replaced.'),
  },
  postToolUseFailure: AFTER,
  afterShellExecution: OBSERVED,
  afterMCPExecution: OBSERVED,
  afterFileEdit: OBSERVED,
  afterAgentThought: OBSERVED,
  afterAgentResponse: OBSERVED,
  subagentStart: { ...DECIDES, ask: NO_ASK, defer: NO_ASK },
  subagentStop: {
    continue_with: KEPT,
    context: changed('Sent as the follow-up message, so the subagent continues.'),
  },
  preCompact: { system_message: KEPT },
  stop: {
    continue_with: KEPT,
    context: changed('Sent as the follow-up message, so the agent continues.'),
  },
  sessionEnd: OBSERVED,
  beforeTabFileRead: {
    allow: KEPT,
    deny: changed('Denied without a message: the reason is not sent.'),
    ask: NO_ASK,
    defer: NO_ASK,
  },
  afterTabFileEdit: OBSERVED,
};

const MATCHES: Record<string, string> = {
  preToolUse: 'tool_name',
  postToolUse: 'tool_name',
  postToolUseFailure: 'tool_name',
  beforeShellExecution: 'command',
  afterShellExecution: 'command',
  subagentStart: 'subagent_type',
  subagentStop: 'subagent_type',
};

export const CURSOR_CAPABILITIES: ClientCapabilities = {
  client: 'cursor',
  title: 'Cursor',
  events: eventsOf(CURSOR_TYPES, { answers: ANSWERS, matches: MATCHES }),
  // Longer context is dropped completely.
  contextChars: 10_000,
  stopCap: 5,
  // Cursor does not wait; the hook may run for up to a minute.
  sessionEndMs: 60_000,
};
