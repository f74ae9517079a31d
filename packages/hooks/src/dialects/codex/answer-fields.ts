/** The JSON of a Codex hook's answer, field by field. A field of the wrong type never loses the others. */
import { isJsonObject, type JsonObject, type JsonValue } from '@hookloom/core';
import type { Answer } from '../claude/answer.ts';
import { codexEvent } from './events.ts';
import { codexRewrite } from './tool-words.ts';

/** Top-level fields of Codex's schemas; any other field makes Codex reject the answer. */
const TOP = ['continue', 'stopReason', 'suppressOutput', 'systemMessage', 'decision', 'reason'];
/** Fields that distinguish an answer from a log line. */
export const ANSWER_FIELDS =
  'decision hookSpecificOutput permissionDecision continue systemMessage suppressOutput'.split(' ');

/** Events whose answers have no effect (docs/reference/client-behaviour.md#codex-model-requests). */
const OBSERVERS = new Set(['SessionEnd', 'PreModelRequest', 'PostModelRequest']);

export function readFields(value: JsonObject, answer: Answer): void {
  const { native, response } = answer;
  const inner = value['hookSpecificOutput'] ?? null;
  const specific = isJsonObject(inner) ? inner : null;
  // A wrong or missing name makes Codex reject the answer. So it allows nothing, but a refusal counts.
  const isNamed = specific === null || specific['hookEventName'] === native.name;
  if (!isNamed)
    answer.note(
      `hookSpecificOutput has ${specific['hookEventName'] === undefined ? 'no' : 'another'} hookEventName than ${native.name}; Codex itself would throw the answer away.`,
    );
  const stranger = Object.keys(value).find(
    (key) => key !== 'hookSpecificOutput' && !TOP.includes(key),
  );
  if (stranger !== undefined)
    answer.note('It has a field that Codex does not know. Codex itself would reject the answer.');
  const rewrites = isNamed && specific !== null && readInput(specific, answer);
  for (const spoken of roleAndText(value, specific, answer))
    decide(spoken, isNamed, rewrites, answer);
  readContinue(value, answer);
  if (OBSERVERS.has(native.name)) return;
  const message = answer.textOf(value, 'systemMessage');
  if (message !== '') response.system_message = message;
  if (value['suppressOutput'] === true) {
    response.suppress_output = true;
    if (native.matcherField === 'tool_name')
      answer.note('suppressOutput makes Codex itself throw the answer away.');
  }
  if (specific !== null) readContext(specific, answer);
}

interface Spoken {
  word: string;
  reason: string;
  /** A place that Codex reads on this event. */
  counts: boolean;
}

function roleAndText(value: JsonObject, specific: JsonObject | null, answer: Answer): Spoken[] {
  const { name } = answer.native;
  const reason = answer.textOf(value, 'reason');
  const spoken: Spoken[] = [];
  const add = (word: JsonValue | undefined, why: string, counts: boolean): void => {
    if (word === undefined || word === null) return;
    const behavior = isJsonObject(word) ? word['behavior'] : word;
    const message = isJsonObject(word) ? answer.textOf(word, 'message') : '';
    if (typeof behavior !== 'string') answer.note('A decision is not a word and does not count.');
    else
      spoken.push({
        word: behavior.trim().toLowerCase(),
        reason: message === '' ? why : message,
        counts: counts && (!isJsonObject(word) || !hasReserved(word, answer)),
      });
  };
  const isPermission = name === 'PermissionRequest';
  if (specific !== null) {
    const why = answer.textOf(specific, 'permissionDecisionReason');
    add(specific['permissionDecision'], why === '' ? reason : why, name === 'PreToolUse');
    add(specific['decision'], reason, isPermission && isJsonObject(specific['decision']));
  }
  const outer = answer.textOf(value, 'permissionDecisionReason');
  add(value['permissionDecision'], outer === '' ? reason : outer, false);
  // The schema has "block" and "approve" here.
  add(value['decision'], reason, !isPermission && value['decision'] !== 'deny');
  return spoken;
}

/** Reserved fields of a permission decision fail closed in Codex: the user is asked. */
function hasReserved(decision: JsonObject, answer: Answer): boolean {
  const reserved = ['interrupt', 'updatedInput', 'updatedPermissions'].filter(
    (key) => decision[key] !== undefined && decision[key] !== null,
  );
  if (reserved.length === 0) return false;
  answer.note(`Codex does not take ${reserved.join(', ')} of a permission decision.`);
  return true;
}

function decide(
  { word, reason, counts }: Spoken,
  isNamed: boolean,
  rewrites: boolean,
  answer: Answer,
): void {
  const { name, type, refusal } = answer.native;
  switch (word) {
    case 'block':
    case 'deny':
      if (reason.trim() === '')
        answer.note('It refuses without a reason. Codex itself would continue.');
      if (!counts) answer.note(`Codex itself does not look for "${word}" there on ${name}.`);
      answer.refuse(reason, `A hook of ${name} refused this and gave no reason.`);
      return;
    case 'allow':
    case 'approve':
      if (type !== 'before_tool' && type !== 'permission_request') return;
      if (!isNamed || (type === 'permission_request' && !counts))
        return answer.note(
          'It allows in a form that Codex does not accept, so it approves nothing.',
        );
      // Codex requires an allow beside a rewrite, and still asks for the approval
      // (docs/reference/client-behaviour.md#codex-rewritten-input).
      if (rewrites) return;
      if (type === 'before_tool')
        answer.note(
          'Codex itself accepts an allow only with a rewrite. Here, the answer is an allow.',
        );
      answer.decide('allow', reason);
      return;
    case 'ask':
      if (refusal !== 'deny' || type === 'after_tool') break;
      answer.note('Codex itself cannot ask and would continue. Here, the answer is an ask.');
      answer.decide('ask', reason);
      return;
    case 'defer':
      if (type !== 'before_tool') break;
      answer.note('Codex itself cannot defer and would continue. Here, the answer is a defer.');
      answer.decide('defer', reason);
      return;
    default:
      answer.note('A decision is an unknown word and does not count.');
      return;
  }
  answer.note(`"${word}" has no effect on ${name}.`);
}

function readContinue(value: JsonObject, answer: Answer): void {
  const { native, response } = answer;
  const go = value['continue'];
  if (go === undefined || go === null || go === true) return;
  if (go !== false) return answer.note('"continue" is neither true nor false; it does not count.');
  const reason = answer.textOf(value, 'stopReason');
  const stopRefuses = codexEvent(native.name)?.stopRefuses === true;
  if (stopRefuses)
    answer.refuse(reason, `A hook of ${native.name} stopped this and gave no reason.`);
  if (native.endsRun) {
    response.stop_agent = true;
    if (reason !== '') response.stop_reason = reason;
  } else if (!stopRefuses) answer.note(`"continue": false has no effect on ${native.name}.`);
}

function readContext(specific: JsonObject, answer: Answer): void {
  const { native } = answer;
  const text = answer.textOf(specific, 'additionalContext');
  if (text.trim() !== '') {
    if (native.takesContext) answer.addContext(text);
    else answer.note(`additionalContext is not read on ${native.name}.`);
  }
  if ((specific['updatedMCPToolOutput'] ?? null) !== null)
    answer.note('Codex does not accept updatedMCPToolOutput.');
}

/** `updatedInput` of a call. True if it changes the input. */
function readInput(specific: JsonObject, answer: Answer): boolean {
  const { native, event, response } = answer;
  const updated = specific['updatedInput'] ?? null;
  if (updated === null) return false;
  if (native.name !== 'PreToolUse') {
    answer.note(`updatedInput has no effect on ${native.name}.`);
    return false;
  }
  if (!isJsonObject(updated) || event.tool === null) {
    answer.note('updatedInput is not an object; it does not count.');
    return false;
  }
  if (specific['permissionDecision'] !== 'allow')
    answer.note('Codex itself accepts updatedInput only with "permissionDecision": "allow".');
  const { input, filled } = codexRewrite(updated, event.tool);
  if (input === null) {
    answer.note(`The new input is a patch, and ${event.tool.name} of this client takes none.`);
    return true;
  }
  response.modify_args = input;
  if (filled.length > 0)
    answer.note(`updatedInput lacks ${filled.join(', ')}; the original's were kept.`);
  return true;
}
