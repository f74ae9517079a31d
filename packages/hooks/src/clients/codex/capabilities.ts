/** How Codex treats each field of an answer to its own hooks (docs/reference/client-behaviour.md#codex-answers). */
import type { ClientCapabilities, FieldCapability } from '@hookloom/core/hook';
import { kept, eventsOf, changed, KEPT, lost, type Answers } from '../generic/losses.ts';
import { CODEX_TYPES } from './events.ts';

const rejected = (note: string): FieldCapability => ({ survival: 'rejected', note });

const UNKNOWN = rejected('Codex rejects the whole answer if it contains an unknown field.');
const UNDECIDED = rejected('No decision is possible here: Codex would reject the whole answer.');
const GOES_ON = changed('Not sent: the client continues unless a hook refuses.');
const NO_ASK = rejected('Codex cannot ask here and would reject the answer: refused instead.');
const NO_ENV = lost(
  'Codex accepts no variables. Set rewrite_env = true to add them to shell commands.',
);
const SHOWN = changed('Shown in the terminal interface; codex exec does not show it.');
const NO_EFFECT = lost('Codex shows the output anyway.');

/** Fields of other clients for which Codex rejects the complete answer. */
const STRICT: Answers = {
  watch_paths: UNKNOWN,
  title: UNKNOWN,
  retry: UNKNOWN,
  suppress_output: UNKNOWN,
  extras: UNKNOWN,
  env: NO_ENV,
};
const TALKS: Answers = { ...STRICT, system_message: SHOWN };
const DECIDES_NOTHING: Answers = {
  allow: UNDECIDED,
  deny: UNDECIDED,
  ask: UNDECIDED,
  defer: UNDECIDED,
};
const REFUSES: Answers = { allow: GOES_ON, deny: KEPT, ask: NO_ASK, defer: NO_ASK };

/** The binary's schema accepts these answers, but no field had an effect. */
const OBSERVED: Answers = {};

const STOPS: Answers = {
  ...TALKS,
  ...DECIDES_NOTHING,
  ...kept('continue_with', 'stop_agent'),
  deny: changed('Sent as the next instruction: Codex continues instead of stopping.'),
  context: rejected('Codex would reject the whole answer: sent only with a next instruction.'),
};

const ANSWERS: Record<string, Answers> = {
  SessionStart: {
    ...TALKS,
    ...DECIDES_NOTHING,
    ...kept('context', 'stop_agent'),
    suppress_output: NO_EFFECT,
  },
  UserPromptSubmit: {
    ...TALKS,
    ...REFUSES,
    ...kept('context', 'stop_agent'),
    suppress_output: NO_EFFECT,
  },
  PreModelRequest: OBSERVED,
  PostModelRequest: OBSERVED,
  PreToolUse: {
    ...TALKS,
    ...REFUSES,
    allow: changed('Not sent: Codex accepts an allow only with a rewritten input.'),
    modify_args: changed('Codex accepts a rewrite only with an approval, so it may count as one.'),
    context: KEPT,
    stop_agent: rejected(
      'Codex would reject the answer and run the call: deny the call to stop it.',
    ),
  },
  PermissionRequest: {
    ...TALKS,
    ...kept('allow', 'deny'),
    ask: changed('Not sent: Codex asks the person itself.'),
    defer: changed('Not sent: Codex asks the person itself.'),
    modify_args: rejected('Codex would reject the answer: a person is asked about the call.'),
    permission: rejected(
      'Codex would reject the answer: it accepts no rules and no interrupt here.',
    ),
    stop_agent: rejected('Codex would reject the answer and ask the person.'),
  },
  PostToolUse: {
    ...TALKS,
    ...DECIDES_NOTHING,
    deny: changed('The reason replaces the output.'),
    context: KEPT,
    updated_output: changed('The new output is sent as the reason of a refusal.'),
    stop_agent: lost('Codex would replace the output and continue.'),
  },
  SubagentStart: {
    ...TALKS,
    ...DECIDES_NOTHING,
    context: KEPT,
    stop_agent: lost('In tests, Codex ignored it here.'),
  },
  SubagentStop: STOPS,
  PreCompact: {
    ...TALKS,
    allow: GOES_ON,
    deny: changed('Sent as an end of the turn: Codex has no other way to refuse a compaction.'),
    ask: NO_ASK,
    defer: NO_ASK,
    context: UNKNOWN,
    stop_agent: KEPT,
  },
  PostCompact: {
    ...TALKS,
    ...DECIDES_NOTHING,
    context: UNKNOWN,
    stop_agent: changed('Sent as the schema allows; in tests, Codex ignored it here.'),
  },
  Stop: STOPS,
  Interrupt: { system_message: SHOWN },
  SessionEnd: OBSERVED,
};

const MATCHES: Record<string, string> = {
  SessionStart: 'source',
  PreToolUse: 'tool_name',
  PermissionRequest: 'tool_name',
  PostToolUse: 'tool_name',
  SubagentStart: 'agent_type',
  SubagentStop: 'agent_type',
  PreCompact: 'trigger',
  PostCompact: 'trigger',
  SessionEnd: 'reason',
};

/** 2,500 tokens, which Codex counts as four bytes each. */
export const CODEX_CONTEXT_BYTES = 10_000;

export const CODEX_CAPABILITIES: ClientCapabilities = {
  client: 'codex',
  title: 'Codex',
  events: eventsOf(CODEX_TYPES, {
    answers: ANSWERS,
    matches: MATCHES,
    also: { Stop: ['after_agent'] },
    // The exit status of a command is in the session file, that of a patch in its output.
    failsAs: 'PostToolUse',
  }),
  // Below the limit in bytes for plain text; other text is cut by its bytes.
  contextChars: 9_000,
  // Codex has no limit of its own.
  stopCap: 8,
  sessionEndMs: 1_000,
};
