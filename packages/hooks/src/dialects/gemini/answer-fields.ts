/** The JSON of an answer, field by field. A field of the wrong type never loses the others. */
import type { ExtraField } from '@hookloom/core/hook';
import { isJsonObject, type JsonObject, type JsonValue } from '@hookloom/core';
import type { Answer } from '../claude/answer.ts';
import type { GeminiEvent } from './events.ts';
import { mergedInput } from './tool-words.ts';

export type GeminiAnswer = Answer<GeminiEvent>;

type Decided = 'allow' | 'deny' | 'ask' | null;

/** Reads everything that the event honours into the answer. @returns What it decided, in plain words. */
export function readFields(value: JsonObject, answer: GeminiAnswer): Decided {
  const { native, response } = answer;
  const holder = value['hookSpecificOutput'];
  const specific = isJsonObject(holder ?? null) ? (holder as JsonObject) : {};
  if (holder !== undefined && holder !== null && !isJsonObject(holder))
    answer.note('hookSpecificOutput is not an object.');
  const said = readDecision(value, specific, answer);
  const message = answer.textOf(value, 'systemMessage');
  if (message !== '') response.system_message = message;
  if (value['suppressOutput'] === true) response.suppress_output = true;
  readContinue(value, answer);
  const context = answer.textOf(specific, 'additionalContext');
  if (context.trim() !== '') {
    if (native.takesContext) response.context = context;
    else answer.note(`additionalContext is not read on ${native.name}.`);
  }
  readForEvent(native.name, specific, answer);
  return said;
}

function readDecision(value: JsonObject, specific: JsonObject, answer: GeminiAnswer): Decided {
  const { native, response } = answer;
  const said = wordOf(value['decision'], answer);
  const reason = answer.textOf(value, 'reason') || answer.textOf(value, 'stopReason');
  const fallback = `A hook of ${native.name} denied this and gave no reason.`;
  if (said === 'deny') {
    answer.refuse(reason, fallback);
    return 'deny';
  }
  const foreign = [
    specific['permissionDecision'],
    specific['decision'],
    value['permissionDecision'],
  ];
  if (foreign.some((word) => wordOf(word, answer) === 'deny')) {
    answer.note('Gemini CLI itself does not read a denial there. Here, it counts.');
    answer.refuse(answer.textOf(specific, 'permissionDecisionReason') || reason, fallback);
    return 'deny';
  }
  if (said === 'ask') {
    if (native.name === 'BeforeTool') {
      response.decision = 'ask';
      if (reason !== '') response.reason = reason;
    } else answer.note(`"ask" has no effect on ${native.name}.`);
  }
  return said;
}

function wordOf(word: JsonValue | undefined, answer: GeminiAnswer): Decided {
  if (word === undefined || word === null) return null;
  const text = isJsonObject(word) ? word['behavior'] : word;
  switch (typeof text === 'string' ? text.trim().toLowerCase() : '') {
    case 'deny':
    case 'block':
      return 'deny';
    case 'ask':
      return 'ask';
    case 'allow':
    case 'approve':
      return 'allow';
    default:
      answer.note('A decision is an unknown word and does not count.');
      return null;
  }
}

function readContinue(value: JsonObject, answer: GeminiAnswer): void {
  const { native, response } = answer;
  const go = value['continue'];
  if (go === undefined || go === null || go === true) return;
  if (go !== false) answer.note('"continue" is neither true nor false; it does not count.');
  else if (!native.endsRun) answer.note(`"continue": false has no effect on ${native.name}.`);
  else {
    response.stop_agent = true;
    const reason = answer.textOf(value, 'stopReason') || answer.textOf(value, 'reason');
    if (reason !== '') response.stop_reason = reason;
  }
}

/** Fields of one event only: the field and our name for it. */
const EXTRAS: Record<string, [wire: string, field: ExtraField][]> = {
  BeforeModel: [
    ['llm_request', 'llm_request'],
    ['llm_response', 'llm_response'],
  ],
  AfterModel: [['llm_response', 'llm_response']],
  BeforeToolSelection: [['toolConfig', 'tool_config']],
  AfterTool: [['tailToolCallRequest', 'tail_tool_call']],
};

function readForEvent(name: string, specific: JsonObject, answer: GeminiAnswer): void {
  for (const [wire, field] of EXTRAS[name] ?? []) {
    const part = specific[wire];
    if (isJsonObject(part ?? null)) answer.extra(field, part!);
    else if (part !== undefined && part !== null)
      answer.note(`"${wire}" is not an object; it does not count.`);
  }
  if (name === 'AfterAgent' && specific['clearContext'] === true)
    answer.extra('clear_context', true);
  if (name !== 'BeforeTool') return;
  const input = specific['tool_input'];
  if (isJsonObject(input ?? null))
    answer.response.modify_args = mergedInput(input as JsonObject, answer.event.tool);
  else if (input !== undefined && input !== null)
    answer.note('"tool_input" is not an object; it does not count.');
  if (specific['updatedInput'] !== undefined)
    answer.note('updatedInput has no effect; Gemini CLI reads "tool_input".');
}
