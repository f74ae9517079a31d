/** How GitHub Copilot CLI treats each field of an answer, as measured with version 1.0.102. */
import type { ClientCapabilities } from '@hookloom/core/hook';
import { kept, eventsOf, changed, KEPT, lost, type Answers } from '../generic/losses.ts';
import { COPILOT_PASCAL, COPILOT_TYPES } from './events.ts';

const OBSERVED: Answers = {};
/** Exit status 2 leaves the answer as it is and shows standard error to the person, but not at these events. */
const NO_MESSAGE = lost(
  'Copilot shows the person nothing here: exit status 2 has another meaning.',
);

const ANSWERS: Record<string, Answers> = {
  sessionStart: { context: KEPT, system_message: KEPT },
  userPromptSubmitted: { deny: KEPT, context: KEPT, system_message: KEPT },
  userPromptTransformed: {
    context: changed('Appended to the prompt that the model receives.'),
  },
  preToolUse: {
    ...kept('allow', 'deny', 'ask', 'modify_args', 'context'),
    defer: changed('Asked instead.'),
    stop_agent: lost('Copilot cannot end the run: deny the call to stop it.'),
    system_message: NO_MESSAGE,
  },
  // Repeats a call that preToolUse reported; only metadata of the request can be changed.
  preMcpToolCall: OBSERVED,
  permissionRequest: {
    ...kept('allow', 'deny'),
    ask: changed('Denied: this event answers the question instead of asking it.'),
    defer: changed('Denied: this event answers the question instead of asking it.'),
    permission: changed('interrupt is sent with a deny; rule updates are not.'),
    system_message: NO_MESSAGE,
  },
  postToolUse: {
    ...kept('context', 'updated_output', 'system_message'),
    deny: changed('The call has already run: the model gets the reason instead of the result.'),
  },
  postToolUseFailure: {
    deny: changed('The call has already failed: the reason is sent as context.'),
    context: KEPT,
    system_message: NO_MESSAGE,
  },
  subagentStart: { context: KEPT },
  subagentStop: {
    continue_with: KEPT,
    context: changed('Sent as the reason to continue, so the subagent continues.'),
    updated_output: changed('Replaces the answer as text.'),
  },
  notification: { context: lost('Copilot would send it to the model as a prompt of the user.') },
  errorOccurred: OBSERVED,
  preCompact: OBSERVED,
  agentStop: {
    ...kept('continue_with', 'system_message'),
    context: changed('Sent as the reason to continue, so the agent continues.'),
  },
  sessionEnd: { system_message: KEPT },
};

const MATCHES: Record<string, string> = {
  preToolUse: 'toolName',
  permissionRequest: 'toolName',
  postToolUse: 'toolName',
  subagentStart: 'agentName',
  notification: 'notification_type',
  preCompact: 'trigger',
};

const EVENTS = eventsOf(COPILOT_TYPES, {
  answers: ANSWERS,
  matches: MATCHES,
  also: { agentStop: ['after_agent'] },
  // A command that exited with another status than 0.
  failsAs: 'postToolUse',
});

export const COPILOT_CAPABILITIES: ClientCapabilities = {
  client: 'copilot',
  title: 'GitHub Copilot CLI',
  events: {
    ...EVENTS,
    ...Object.fromEntries(
      Object.entries(COPILOT_PASCAL).map(([name, camel]) => [name, EVENTS[camel]!]),
    ),
  },
  contextChars: 10_000,
  stopCap: 8,
  sessionEndMs: 30_000,
};

/** postToolUse cuts context at 10 KB, for any characters. Other events accept more; one limit is used for all. */
export const CONTEXT_BYTES = 10_240;
