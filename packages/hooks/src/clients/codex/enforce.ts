/**
 * What Codex 0.169.0 honours of an answer, as observed (docs/reference/client-behaviour.md#codex-answers). Independent
 * of `render`.
 */
import type { HookEvent, HookResponse } from '@hookloom/core/hook';
import { isJsonObject, type JsonObject, type JsonValue } from '@hookloom/core';
import type { HookClient } from '../client.ts';
import { responseText } from '../../payload/fields.ts';
import { readAnswer } from './answer-schema.ts';

const NOTHING: HookResponse = { decision: 'none' };

const PLAIN_CONTEXT = new Set(['SessionStart', 'UserPromptSubmit', 'SubagentStart']);
const STOPS = new Set(['Stop', 'SubagentStop']);
/** Events on which `suppressOutput` changes nothing; elsewhere Codex rejects the complete answer for it. */
const SKIPS_SUPPRESS = new Set(['SessionStart', 'UserPromptSubmit']);
/** Events on which exit 2 with text on standard error refuses something. */
const BLOCKED_BY_EXIT = new Set(
  'UserPromptSubmit PreToolUse PermissionRequest PostToolUse SubagentStop Stop'.split(' '),
);

export const enforceCodex: HookClient['enforce'] = ({ stdout, stderr, exit }, event) => {
  const name = event.native_event;
  if (exit === 2) {
    // The JSON beside it is ignored. Without text the hook has failed and the call runs.
    const reason = trimmed(stderr);
    return reason === '' || !BLOCKED_BY_EXIT.has(name) ? NOTHING : refused(name, reason);
  }
  const text = exit === 0 ? trimmed(stdout) : '';
  if (text === '') return NOTHING;
  if (!/^[{[]/.test(text)) return PLAIN_CONTEXT.has(name) ? contextFrom(text) : NOTHING;
  const answer = readAnswer(name, text);
  const taken = answer === null ? null : takenFrom(name, answer, event);
  if (taken === null) return NOTHING;
  const told = textIn(answer!, 'systemMessage');
  return told === null ? taken : { ...taken, system_message: told };
};

/** Null: the hook has failed and none of its answer counts. */
function takenFrom(name: string, answer: JsonObject, event: HookEvent): HookResponse | null {
  const specific = objectIn(answer, 'hookSpecificOutput');
  if (answer['suppressOutput'] === true && !SKIPS_SUPPRESS.has(name)) return null;
  const stopped: HookResponse =
    answer['continue'] === false
      ? {
          decision: 'none',
          stop_agent: true,
          ...responseText('stop_reason', textIn(answer, 'stopReason')),
        }
      : NOTHING;
  const context = contextFrom(textIn(specific, 'additionalContext') ?? '');
  switch (name) {
    case 'PreToolUse':
      return beforeTool(answer, specific, event);
    case 'PermissionRequest':
      return permission(answer, specific);
    case 'PostToolUse':
      return afterTool(answer, specific);
    case 'SessionStart':
      return { ...context, ...stopped };
    case 'SubagentStart':
      return context;
    case 'PreCompact':
    case 'PostCompact':
      return stopped;
    case 'Interrupt':
      return NOTHING;
    default: {
      const isBlock = answer['decision'] === 'block';
      const reason = textIn(answer, 'reason') ?? '';
      if (isBlock && trimmed(reason) === '') return null;
      if (STOPS.has(name) && stopped.stop_agent === true) return stopped;
      return { ...context, ...stopped, ...(isBlock ? refused(name, reason) : {}) };
    }
  }
}

function refused(name: string, reason: string): HookResponse {
  return STOPS.has(name)
    ? { decision: 'none', continue_with: reason }
    : { decision: 'deny', reason };
}

/** Events that cannot end the run. */
function endsRun(answer: JsonObject): boolean {
  return answer['continue'] === false || textIn(answer, 'stopReason') !== null;
}

function beforeTool(
  answer: JsonObject,
  specific: JsonObject,
  event: HookEvent,
): HookResponse | null {
  if (endsRun(answer)) return null;
  const context = contextFrom(textIn(specific, 'additionalContext') ?? '');
  const said = textIn(specific, 'permissionDecision');
  const why = textIn(specific, 'permissionDecisionReason');
  const input = specific['updatedInput'] ?? null;
  if (said === null && why === null && input === null) {
    const legacy = textIn(answer, 'decision');
    const reason = textIn(answer, 'reason');
    if (legacy === null) return reason === null ? context : null;
    if (legacy !== 'block' || trimmed(reason ?? '') === '') return null;
    return { ...context, decision: 'deny', reason: reason! };
  }
  if (said === 'deny') {
    if (input !== null || trimmed(why ?? '') === '') return null;
    return { ...context, decision: 'deny', reason: why! };
  }
  if (said !== 'allow' || input === null) return null;
  return { ...context, ...rewritten(input, event) };
}

/** A call whose rewritten input does not fit its tool fails instead of running. */
function rewritten(input: JsonValue, { tool, permission_mode }: HookEvent): HookResponse {
  const takesCommand = tool?.name === 'Bash' || tool?.native_name === 'apply_patch';
  if (!isJsonObject(input) || (takesCommand && typeof input['command'] !== 'string'))
    return { decision: 'deny', reason: 'The rewritten call fails: its input does not fit.' };
  // Assumed to approve as well if a person would be asked
  // (docs/reference/client-behaviour.md#codex-rewritten-input).
  const isAsked = permission_mode?.mode !== 'bypassPermissions';
  return { decision: isAsked ? 'allow' : 'none', modify_args: input };
}

function permission(answer: JsonObject, specific: JsonObject): HookResponse | null {
  const decision = objectIn(specific, 'decision');
  const isReserved =
    (decision['updatedInput'] ?? null) !== null ||
    (decision['updatedPermissions'] ?? null) !== null ||
    decision['interrupt'] === true;
  if (endsRun(answer) || isReserved) return null;
  if (decision['behavior'] === 'allow') return { decision: 'allow' };
  if (decision['behavior'] !== 'deny') return NOTHING;
  const reason = textIn(decision, 'message') ?? '';
  return { decision: 'deny', ...responseText('reason', trimmed(reason) === '' ? null : reason) };
}

function afterTool(answer: JsonObject, specific: JsonObject): HookResponse | null {
  if ((specific['updatedMCPToolOutput'] ?? null) !== null) return null;
  const context = contextFrom(textIn(specific, 'additionalContext') ?? '');
  const reason = textIn(answer, 'reason');
  if (answer['decision'] === 'block')
    return trimmed(reason ?? '') === '' ? null : { ...context, decision: 'deny', reason: reason! };
  // The output is replaced and the turn continues.
  if (answer['continue'] === false)
    return {
      ...context,
      decision: 'deny',
      ...responseText('reason', textIn(answer, 'stopReason')),
    };
  return reason === null ? context : null;
}

/** 2,500 tokens of four bytes; the middle of longer text is cut out. */
const CONTEXT_BYTES = 10_000;

function contextFrom(text: string): HookResponse {
  if (text === '') return NOTHING;
  const bytes = Buffer.from(text);
  if (bytes.length <= CONTEXT_BYTES) return { decision: 'none', context: text };
  const half = CONTEXT_BYTES / 2;
  const ends = [bytes.subarray(0, half), bytes.subarray(-half)].map((end) => end.toString());
  return { decision: 'none', context: ends.join('…') };
}

/** Trimmed. A byte order mark is not white space, so what follows it is plain text. */
function trimmed(text: string): string {
  return text.replace(/^[\t-\r \u0085]+/, '').replace(/(?<![\t-\r \u0085])[\t-\r \u0085]+$/, '');
}

function textIn(object: JsonObject, key: string): string | null {
  const value = object[key];
  return typeof value === 'string' ? value : null;
}

function objectIn(object: JsonObject, key: string): JsonObject {
  const value = object[key];
  return isJsonObject(value) ? value : {};
}
