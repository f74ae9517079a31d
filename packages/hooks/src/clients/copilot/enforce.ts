/** What GitHub Copilot CLI accepts of an answer, as measured with version 1.0.102: a model for tests and explanations. */
import type { HookEvent, HookResponse } from '@hookloom/core/hook';
import { isJsonObject, type JsonObject, type JsonValue, parseJsonObject } from '@hookloom/core';
import type { HookClient } from '../client.ts';
import { commonInput, responseText } from '../../payload/fields.ts';
import { camelName } from './events.ts';

const NOTHING: HookResponse = { decision: 'none' };

/**
 * A call is refused by any exit status but 0, including a missing program. Elsewhere status 2 shows standard error to the
 * person and keeps the answer; any other status drops the answer.
 */
export const enforceCopilot: HookClient['enforce'] = ({ stdout, stderr, exit }, event) => {
  const name = camelName(event.native_event);
  const answer = answerOf(stdout);
  if (exit === 0) return answer === null ? NOTHING : taken(name, answer, event);
  if (name === 'preToolUse')
    return {
      decision: 'deny',
      ...(exit === 2 ? responseText('reason', answer?.['permissionDecisionReason']) : {}),
    };
  if (name === 'permissionRequest')
    return exit === 2 ? permission({ ...answer, behavior: 'deny' }) : { decision: 'deny' };
  if (exit !== 2) return NOTHING;
  if (name === 'postToolUseFailure')
    return { decision: 'none', ...responseText('context', stderr.trimEnd()) };
  return {
    ...(answer === null ? NOTHING : taken(name, answer, event)),
    ...responseText('system_message', stderr.trimEnd()),
  };
};

function taken(name: string, answer: JsonObject, event: HookEvent): HookResponse {
  switch (name) {
    case 'preToolUse':
      return preToolUse(answer, event);
    case 'permissionRequest':
      return permission(answer);
    case 'postToolUse':
      if (answer['decision'] === 'block')
        return { decision: 'deny', ...responseText('reason', answer['reason']) };
      return {
        decision: 'none',
        ...result(answer['modifiedResult']),
        ...responseText('context', answer['additionalContext']),
      };
    case 'agentStop':
    case 'subagentStop': {
      if (answer['decision'] === 'block')
        return { decision: 'none', ...responseText('continue_with', answer['reason']) };
      const response = answer['modifiedResponse'];
      return name === 'subagentStop' && typeof response === 'string'
        ? { decision: 'none', updated_output: response }
        : NOTHING;
    }
    case 'userPromptSubmitted':
      return answer['decision'] === 'block'
        ? { decision: 'deny', ...responseText('reason', answer['reason']) }
        : { decision: 'none', ...responseText('context', answer['additionalContext']) };
    case 'sessionStart':
    case 'postToolUseFailure':
    case 'subagentStart':
    case 'notification':
      return { decision: 'none', ...responseText('context', answer['additionalContext']) };
    default:
      return NOTHING;
  }
}

function preToolUse(answer: JsonObject, event: HookEvent): HookResponse {
  const said = answer['permissionDecision'];
  const decision = said === 'allow' || said === 'deny' || said === 'ask' ? said : 'none';
  const out: HookResponse = { decision, ...responseText('context', answer['additionalContext']) };
  if (decision !== 'none')
    Object.assign(out, responseText('reason', answer['permissionDecisionReason']));
  const args = answer['modifiedArgs'];
  if (decision !== 'deny' && isJsonObject(args))
    out.modify_args = commonInput(event.tool?.name ?? '', args) as JsonObject;
  return out;
}

function permission(answer: JsonObject): HookResponse {
  if (answer['behavior'] === 'allow') return { decision: 'allow' };
  if (answer['behavior'] !== 'deny') return NOTHING;
  return {
    decision: 'deny',
    ...responseText('reason', answer['message']),
    ...(answer['interrupt'] === true ? { permission: { interrupt: true } } : {}),
  };
}

function result(value: JsonValue | undefined): Partial<HookResponse> {
  if (!isJsonObject(value)) return {};
  const output = value['textResultForLlm'];
  return typeof output === 'string' ? { updated_output: output } : {};
}

/** Progress lines are removed; the rest must be one JSON object. */
function answerOf(stdout: string): JsonObject | null {
  const rest = stdout
    .split('\n')
    .filter((line) => objectIn(line)?.['type'] !== 'progress')
    .join('\n');
  return objectIn(rest);
}

function objectIn(json: string): JsonObject | null {
  const trimmed = json.trim();
  return trimmed.startsWith('{') ? parseJsonObject(trimmed) : null;
}
