/** What GitHub Copilot CLI can be told (hooks.md §E, §G.2, column Copilot). */
import type { ClientCapabilities, EventCapability } from '@hookloom/core/hook/capability';
import { changed, KEPT, lost, type Answers } from '../generic/losses.ts';
import { COPILOT_PASCAL, COPILOT_TYPES } from './events.ts';

const OBSERVED: Answers = {};

const ANSWERS: Record<string, Answers> = {
  sessionStart: { context: KEPT },
  userPromptSubmitted: { context: KEPT },
  userPromptTransformed: {
    context: changed('Put behind the prompt that the model is given.'),
  },
  preToolUse: {
    allow: KEPT,
    deny: KEPT,
    ask: KEPT,
    defer: changed('Asked instead.'),
    modify_args: KEPT,
    context: changed('Not all versions hand it to the model before the call.'),
    stop_agent: lost('Copilot cannot end the run: deny the call to keep it from running.'),
  },
  // Tells of a call that preToolUse told of as well; only metadata of the request can be changed.
  preMcpToolCall: OBSERVED,
  permissionRequest: {
    allow: KEPT,
    deny: KEPT,
    ask: changed('Denied: this event answers the question instead of asking it.'),
    defer: changed('Denied: this event answers the question instead of asking it.'),
    permission: changed('interrupt is taken beside a deny; rule updates are not.'),
  },
  postToolUse: {
    deny: changed('The call has been made: its result is replaced by the reason.'),
    context: KEPT,
    updated_output: KEPT,
  },
  postToolUseFailure: {
    deny: changed('The call has failed already: the reason is told as context.'),
    context: KEPT,
  },
  subagentStart: { context: KEPT },
  subagentStop: {
    continue_with: KEPT,
    context: changed('Said as the reason to go on, so the subagent goes on.'),
    updated_output: changed('Takes the place of the answer as a text.'),
  },
  notification: { context: changed('Put in as a message of the user; an idle session may go on.') },
  errorOccurred: OBSERVED,
  preCompact: OBSERVED,
  agentStop: {
    continue_with: KEPT,
    context: changed('Said as the reason to go on, so the agent goes on.'),
  },
  sessionEnd: OBSERVED,
};

const MATCHES: Record<string, string> = {
  preToolUse: 'toolName',
  permissionRequest: 'toolName',
  postToolUse: 'toolName',
  subagentStart: 'agentName',
  notification: 'notification_type',
  preCompact: 'trigger',
};

function capability(name: string): EventCapability {
  const type = COPILOT_TYPES[name]!;
  const matches = MATCHES[name];
  return {
    type,
    ...(name === 'agentStop' ? { also: ['after_agent'] } : {}),
    ...(matches === undefined ? {} : { matches }),
    answers: ANSWERS[name] ?? OBSERVED,
  };
}

export const COPILOT_CAPABILITIES: ClientCapabilities = {
  client: 'copilot',
  title: 'GitHub Copilot CLI',
  events: Object.fromEntries([
    ...Object.keys(COPILOT_TYPES).map((name) => [name, capability(name)] as const),
    ...Object.entries(COPILOT_PASCAL).map(([name, camel]) => [name, capability(camel)] as const),
  ]),
  contextChars: 10_000,
  stopCap: 8,
  sessionEndMs: 30_000,
};

/** 10 KB, whatever the characters. */
export const CONTEXT_BYTES = 10_240;
