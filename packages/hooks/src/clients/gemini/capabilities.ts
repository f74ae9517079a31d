/** How Gemini CLI treats each field of an answer (docs/reference/client-behaviour.md#gemini-cli-answers). */
import type { ClientCapabilities } from '@hookloom/core/hook';
import { kept, eventsOf, changed, KEPT, lost, type Answers } from '../generic/losses.ts';
import { GEMINI_ALSO, GEMINI_TYPES } from './events.ts';

const ESCAPED = {
  survival: 'kept',
  note: 'It sees < and > as &lt; and &gt;.',
} as const;
const GOES_ON = changed('Not sent: the client continues unless a hook refuses.');
const CANNOT_ASK = changed('Refused: Gemini CLI cannot ask here.');
const NO_ENV = lost(
  'Gemini CLI accepts no variables. Set rewrite_env = true to add them to shell commands.',
);
const IGNORED = lost('Gemini CLI ignores it here.');
const BY_DOCUMENT = changed('Sent as documented; in tests, it was not shown here.');

const TALKS: Answers = { system_message: KEPT, env: NO_ENV };
const REFUSES: Answers = {
  ...TALKS,
  ...kept('deny', 'stop_agent'),
  allow: GOES_ON,
  ask: CANNOT_ASK,
  defer: CANNOT_ASK,
};
const NO_CONTEXT = lost('Gemini CLI accepts no context here.');

const ANSWERS: Record<string, Answers> = {
  SessionStart: { ...TALKS, deny: IGNORED, context: ESCAPED, stop_agent: IGNORED },
  BeforeAgent: { ...REFUSES, context: ESCAPED },
  PreCompress: { ...TALKS, deny: IGNORED, context: NO_CONTEXT, stop_agent: IGNORED },
  BeforeModel: { ...REFUSES, context: NO_CONTEXT, extras: KEPT },
  BeforeToolSelection: { ...TALKS, deny: IGNORED, context: NO_CONTEXT, extras: KEPT },
  AfterModel: {
    ...TALKS,
    ...kept('stop_agent', 'extras'),
    deny: changed('An error is shown; the text is delivered anyway.'),
    context: NO_CONTEXT,
  },
  BeforeTool: {
    ...REFUSES,
    allow: changed('Not sent: an allow does not skip the confirmation of Gemini CLI.'),
    ask: changed(
      'Refused: without a person at the terminal, an ask ends the run without a message.',
    ),
    defer: changed('Refused: Gemini CLI does not support defer.'),
    modify_args: changed('Merged into the input of the call: omitted fields stay.'),
    context: NO_CONTEXT,
  },
  Notification: { system_message: BY_DOCUMENT, env: NO_ENV },
  AfterTool: {
    ...TALKS,
    ...kept('stop_agent', 'extras'),
    deny: changed('The reason replaces the result.'),
    context: ESCAPED,
    updated_output: changed('The new output is sent as the reason of a refusal.'),
  },
  AfterAgent: {
    ...TALKS,
    ...kept('continue_with', 'stop_agent', 'extras'),
    deny: changed('Sent as the next instruction: Gemini CLI continues instead of stopping.'),
    context: changed('Sent only with a next instruction.'),
  },
  SessionEnd: { system_message: BY_DOCUMENT },
};

const MATCHES: Record<string, string> = {
  SessionStart: 'source',
  PreCompress: 'trigger',
  BeforeTool: 'tool_name',
  Notification: 'notification_type',
  AfterTool: 'tool_name',
  SessionEnd: 'reason',
};

export const GEMINI_CAPABILITIES: ClientCapabilities = {
  client: 'gemini',
  title: 'Gemini CLI',
  events: eventsOf(GEMINI_TYPES, {
    answers: ANSWERS,
    matches: MATCHES,
    also: GEMINI_ALSO,
    failsAs: 'AfterTool',
  }),
  // No limit was found: 300,000 characters arrived completely.
  contextChars: 100_000,
  // Gemini CLI has no limit of its own.
  stopCap: 8,
  sessionEndMs: 5_000,
};
