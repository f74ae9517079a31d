/**
 * The decision of an answer. Each event has one field for it. Claude Code would ignore a refusal in another field, in
 * another spelling or under another event's name; it is honoured here. An allow in a wrong field has no effect: nothing
 * may be approved that the client itself would have asked about.
 */
import type { Decision } from '@hookloom/core/hook';
import { isJsonObject, type JsonObject, type JsonValue } from '@hookloom/core';
import type { Answer } from './answer.ts';

const WORDS: Record<string, Decision> = {
  allow: 'allow',
  approve: 'allow',
  deny: 'deny',
  block: 'deny',
  ask: 'ask',
  defer: 'defer',
};

/** A field in the answer that can contain a decision. */
interface Spoken {
  word: string;
  decision: Decision;
  reason: string;
  /** Claude Code reads this place on this event, and knows the word. */
  counts: boolean;
}

/** @param specific `hookSpecificOutput` if it is the event's own. */
export function readDecision(value: JsonObject, specific: JsonObject | null, answer: Answer): void {
  const { name } = answer.native;
  if (name === 'PermissionRequest' && specific !== null) readPermission(specific, answer);
  for (const spoken of roleAndText(value, specific, answer)) {
    if (spoken.decision === 'deny') {
      if (!spoken.counts)
        answer.note(
          `Claude Code itself would not take "${spoken.word}" there for a refusal on ${name}; here it counts.`,
        );
      answer.refuse(spoken.reason, `A hook of ${name} refused this and gave no reason.`);
    } else if (spoken.counts) answer.decide(spoken.decision, spoken.reason);
    else if (spoken.decision === 'ask' && answer.native.refusal === 'deny') {
      answer.note(`Claude Code itself would not take "ask" there on ${name}; here it counts.`);
      answer.decide('ask', spoken.reason);
    } else if (spoken.word !== 'approve')
      answer.note(`"${spoken.word}" there has no effect on ${name}.`);
  }
}

function roleAndText(value: JsonObject, specific: JsonObject | null, answer: Answer): Spoken[] {
  const { name } = answer.native;
  const inner = value['hookSpecificOutput'];
  const holder = isJsonObject(inner ?? null) ? (inner as JsonObject) : {};
  const decides = name === 'PreToolUse' || name === 'PreModelSwitch';
  const spoken: Spoken[] = [];
  const add = (
    word: JsonValue | undefined,
    reason: string,
    place: { counts: (word: string, exact: boolean) => boolean },
  ): void => {
    if (word === undefined || word === null) return;
    const text = typeof word === 'string' ? word : isJsonObject(word) ? word['behavior'] : null;
    const plain = typeof text === 'string' ? text.trim().toLowerCase() : '';
    if (!Object.hasOwn(WORDS, plain))
      return answer.note('A decision is an unknown word and does not count.');
    const counts = place.counts(plain, text === plain && typeof word === 'string');
    spoken.push({ word: plain, decision: WORDS[plain]!, reason, counts });
  };
  const reason = answer.textOf(value, 'reason');
  const innerReason =
    answer.textOf(holder, 'permissionDecisionReason') || answer.textOf(holder, 'reason') || reason;
  add(holder['permissionDecision'], innerReason, {
    counts: (word, exact) =>
      exact &&
      specific !== null &&
      decides &&
      (name === 'PreToolUse'
        ? ['allow', 'deny', 'ask', 'defer']
        : ['allow', 'deny', 'ask']
      ).includes(word),
  });
  if (name !== 'PermissionRequest' || specific === null)
    add(holder['decision'], messageIn(holder['decision']) || innerReason, { counts: () => false });
  add(value['permissionDecision'], answer.textOf(value, 'permissionDecisionReason') || reason, {
    counts: () => false,
  });
  add(value['decision'], messageIn(value['decision']) || reason || innerReason, {
    counts: (word, exact) =>
      exact && (word === 'block' || (word === 'approve' && name === 'PreToolUse')),
  });
  return spoken;
}

/** `decision: { behavior, message, updatedInput, updatedPermissions, interrupt }`. */
function readPermission(specific: JsonObject, answer: Answer): void {
  const decision = specific['decision'];
  if (decision === undefined || decision === null) return;
  if (!isJsonObject(decision)) {
    const word = typeof decision === 'string' ? decision.trim().toLowerCase() : '';
    if (word === 'deny' || word === 'block') {
      answer.note(
        'The decision is a word where Claude Code expects an object; it counts as a refusal.',
      );
      answer.decide('deny', answer.textOf(specific, 'message'));
    } else answer.note('The decision is not an object; it does not count.');
    return;
  }
  const behavior = typeof decision['behavior'] === 'string' ? decision['behavior'] : '';
  const word = behavior.trim().toLowerCase();
  const message = answer.textOf(decision, 'message');
  if (word === 'deny' || word === 'block') {
    if (behavior !== 'deny') answer.note(`"${word}" counts as "deny".`);
    answer.decide('deny', message);
    if (decision['interrupt'] === true) answer.response.permission = { interrupt: true };
  } else if (behavior === 'allow') {
    answer.decide('allow', message);
    answer.readInput(decision);
    const updates = decision['updatedPermissions'];
    if (Array.isArray(updates) && updates.length > 0) answer.response.permission = { updates };
    else if (updates !== undefined && updates !== null && !Array.isArray(updates))
      answer.note('updatedPermissions is not a list; it does not count.');
  } else answer.note('The behavior is neither "allow" nor "deny"; it does not count.');
}

function messageIn(decision: JsonValue | undefined): string {
  const message = isJsonObject(decision ?? null) ? (decision as JsonObject)['message'] : undefined;
  return typeof message === 'string' ? message : '';
}
