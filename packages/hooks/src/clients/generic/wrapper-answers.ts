/** What the wrapper's response formats can express, by unified type. */
import { RESPONSE_FIELDS, type HookEventType } from '@hookloom/core/hook';
import { kept, changed, KEPT, lost, type Answers } from './losses.ts';
import type { Flavour } from './events.ts';

type Table = Partial<Record<HookEventType, Answers>> & { other: Answers };

const BLOCKED = changed('Blocked: the format cannot ask a person.');
const MESSAGE = changed('Sent in systemMessage together with the context.');
const ENDS = changed('Sent as "continue": false, which also blocks in this format.');

const CLAUDE_OTHER: Answers = { allow: KEPT, context: KEPT, system_message: MESSAGE };
const CLAUDE_BLOCKS: Answers = {
  ...CLAUDE_OTHER,
  deny: KEPT,
  ask: BLOCKED,
  defer: BLOCKED,
  stop_agent: ENDS,
};
const CLAUDE_TOLD: Answers = {
  ...CLAUDE_OTHER,
  deny: changed('The call has already run: the reason is sent to the model.'),
  stop_agent: ENDS,
};
const CLAUDE_STOPS: Answers = {
  ...kept('allow', 'context', 'continue_with'),
  deny: changed('Sent as a reason to continue.'),
  system_message: MESSAGE,
};

export const CLAUDE_WRAPPER_ANSWERS: Table = {
  before_agent: CLAUDE_BLOCKS,
  before_tool: CLAUDE_BLOCKS,
  permission_request: CLAUDE_BLOCKS,
  pre_compact: CLAUDE_BLOCKS,
  after_tool: CLAUDE_TOLD,
  tool_failure: CLAUDE_TOLD,
  stop: CLAUDE_STOPS,
  subagent_stop: CLAUDE_STOPS,
  after_agent: CLAUDE_STOPS,
  other: CLAUDE_OTHER,
};

const IGNORED_CONTEXT = changed('Sent, but not documented to work here.');
const GEMINI_OTHER: Answers = {
  ...kept('allow', 'system_message'),
  context: IGNORED_CONTEXT,
  extras: changed('llm_request and tool_config only.'),
};
const GEMINI_DENIES: Answers = {
  ...GEMINI_OTHER,
  deny: KEPT,
  ask: BLOCKED,
  defer: BLOCKED,
  stop_agent: changed('Sent as a deny: the format has no other field.'),
};

export const GEMINI_WRAPPER_ANSWERS: Table = {
  session_start: { ...GEMINI_OTHER, context: KEPT },
  before_agent: { ...GEMINI_DENIES, context: KEPT },
  before_tool: GEMINI_DENIES,
  before_tool_selection: { ...GEMINI_OTHER, modify_args: changed('Sent as toolConfig.') },
  before_model: { ...GEMINI_DENIES, modify_args: changed('Sent as llm_request.') },
  after_model: GEMINI_DENIES,
  after_tool: { ...GEMINI_DENIES, context: KEPT },
  after_agent: {
    ...GEMINI_OTHER,
    deny: changed('Sent as a reason to continue.'),
    continue_with: KEPT,
  },
  stop: { ...GEMINI_OTHER, deny: changed('Sent as a reason to continue.'), continue_with: KEPT },
  other: GEMINI_OTHER,
};

const DECLINED = changed('Declined: the format cannot ask a person.');
const APPROVAL: Answers = {
  ...kept('allow', 'deny'),
  reason: lost('Codex receives only the decision.'),
  ask: DECLINED,
  defer: DECLINED,
};

/** An approval is answered with a word; no other app-server message accepts an answer. */
const CODEX_ANSWERS: Table = { before_tool: APPROVAL, permission_request: APPROVAL, other: {} };

/** Our own format contains every field. */
const NEUTRAL_ANSWERS: Table = {
  other: Object.fromEntries(RESPONSE_FIELDS.map((field) => [field, KEPT])),
};

const TABLES: Record<Flavour, Table> = {
  claude: CLAUDE_WRAPPER_ANSWERS,
  gemini: GEMINI_WRAPPER_ANSWERS,
  codex: CODEX_ANSWERS,
  neutral: NEUTRAL_ANSWERS,
};

export function answersFor(table: Table, type: HookEventType): Answers {
  return table[type] ?? table.other;
}

export function answersOf(flavour: Flavour, type: HookEventType): Answers {
  return answersFor(TABLES[flavour], type);
}
