/**
 * Renders answers to wrapper payloads (`hook_type`, `input_data`) in the documented response formats.
 *
 * The documentation shows `"decision": "approve"` as the normal answer. A dispatcher prints it to the real client,
 * where an "approve" skips the question that the user's own settings would have asked. So no opinion is `{"continue":
 * true}` for Claude Code and `{}` for Gemini, without a decision, and only a hook that says allow becomes an approval.
 */
import type { HookEvent, HookEventType, HookResponse } from '@hookloom/core/hook';
import { isJsonObject, type JsonObject } from '@hookloom/core';
import type { RenderOptions } from '../client.ts';
import { joined, nextStep, settle } from './losses.ts';
import { CLAUDE_WRAPPER_ANSWERS, GEMINI_WRAPPER_ANSWERS, answersFor } from './wrapper-answers.ts';

/** The documentation lists only these for `additionalContext`. */
const CONTEXT_EVENTS: Partial<Record<HookEventType, string>> = {
  session_start: 'SessionStart',
  before_agent: 'UserPromptSubmit',
  after_tool: 'PostToolUse',
};

const STOPS: ReadonlySet<HookEventType> = new Set(['stop', 'subagent_stop', 'after_agent']);

/**
 * `{continue, decision, stopReason, systemMessage, hookSpecificOutput}`. `context` and `system_message` go into
 * `systemMessage` together; `context` also goes into `additionalContext` if the event has it.
 *
 * @example renderWrapperClaude({ decision: 'deny', reason: 'No active task' }, event)
 * // → { continue: false, decision: 'block', stopReason: 'No active task' }
 */
export function renderWrapperClaude(
  response: HookResponse,
  { event_type: type }: HookEvent,
  options: RenderOptions = {},
): JsonObject {
  const answers = answersFor(CLAUDE_WRAPPER_ANSWERS, type);
  const { decision, reason } = settle(response, answers, [], options);
  const out: JsonObject = { continue: true };
  const isStop = STOPS.has(type);
  const next = isStop ? nextStep(response) : '';
  const canBlock = answers.deny?.survival === 'kept';
  if (next !== '') Object.assign(out, { continue: false, stopReason: next });
  else if (decision === 'deny' && canBlock)
    Object.assign(out, { continue: false, decision: 'block', stopReason: reason });
  else if (response.stop_agent === true && answers.stop_agent !== undefined)
    Object.assign(out, {
      continue: false,
      stopReason: response.stop_reason?.toWellFormed() ?? 'Stopped by a hook.',
    });
  else if (decision === 'allow') out['decision'] = 'approve';
  // A call that has run cannot be blocked: the model gets the reason.
  const feedback = decision === 'deny' && !canBlock && !isStop ? reason : '';
  const context = joined(feedback, response.context);
  const message = joined(context, response.system_message);
  if (message !== '') out['systemMessage'] = message;
  const hookEventName = CONTEXT_EVENTS[type];
  if (hookEventName !== undefined && context !== '')
    out['hookSpecificOutput'] = { hookEventName, additionalContext: context };
  return out;
}

/**
 * `{decision, reason, systemMessage, hookSpecificOutput {additionalContext, llm_request, toolConfig}}`.
 *
 * @example renderWrapperGemini({ decision: 'none', context: 'Use pnpm.' }, event)
 * // → { hookSpecificOutput: { additionalContext: 'Use pnpm.' } }
 */
export function renderWrapperGemini(
  response: HookResponse,
  { event_type: type }: HookEvent,
  options: RenderOptions = {},
): JsonObject {
  const answers = answersFor(GEMINI_WRAPPER_ANSWERS, type);
  const { decision, reason } = settle(response, answers, [], options);
  const out: JsonObject = {};
  const next = STOPS.has(type) ? nextStep(response) : '';
  const isStopped = response.stop_agent === true && answers.stop_agent !== undefined;
  if (next !== '') Object.assign(out, { decision: 'deny', reason: next });
  else if (decision === 'deny') Object.assign(out, { decision: 'deny', reason });
  else if (isStopped)
    Object.assign(out, {
      decision: 'deny',
      reason: response.stop_reason?.toWellFormed() ?? 'Stopped by a hook.',
    });
  else if (decision === 'allow') {
    out['decision'] = 'allow';
    if (response.reason) out['reason'] = response.reason.toWellFormed();
  }
  if (response.system_message) out['systemMessage'] = response.system_message.toWellFormed();
  const specific: JsonObject = {};
  if (response.context) specific['additionalContext'] = response.context.toWellFormed();
  const { llm_request, tool_config } = response.extras ?? {};
  const request = type === 'before_model' ? (response.modify_args ?? llm_request) : llm_request;
  const tools =
    type === 'before_tool_selection' ? (response.modify_args ?? tool_config) : tool_config;
  if (isJsonObject(request)) specific['llm_request'] = request;
  if (isJsonObject(tools)) specific['toolConfig'] = tools;
  if (Object.keys(specific).length > 0) out['hookSpecificOutput'] = specific;
  return out;
}

/**
 * The exit codes of the documented dispatchers: 1 if `continue` is false (Claude Code), 2 if `decision` is not allow
 * (Gemini).
 */
export function wrapperExit(answer: JsonObject, flavour: 'claude' | 'gemini'): number {
  if (flavour === 'claude') return answer['continue'] === false ? 1 : 0;
  return (answer['decision'] ?? 'allow') === 'allow' ? 0 : 2;
}
