/** The parts of a generic answer that its reader honours. */
import { DECISIONS, type HookEvent, type HookResponse } from '@hookloom/core/hook';
import { isJsonObject, type JsonObject, type JsonValue, parseJsonObject } from '@hookloom/core';
import type { HookClient } from '../client.ts';
import { responseText } from '../../payload/fields.ts';
import { flavourIn } from './events.ts';

const NOTHING: HookResponse = { decision: 'none' };

export const enforceGeneric: HookClient['enforce'] = ({ stdout, stderr, exit }, event) => {
  const flavour = flavourIn(event);
  const answer = parseJsonObject(stdout);
  if (flavour === 'claude') return answer === null ? NOTHING : claude(answer, event);
  if (flavour === 'codex') {
    const said = answer?.['decision'];
    return { decision: said === 'accept' ? 'allow' : said === 'decline' ? 'deny' : 'none' };
  }
  const denied: HookResponse = { decision: 'deny', ...responseText('reason', stderr) };
  if (flavour === 'gemini')
    return answer === null ? (exit === 2 ? denied : NOTHING) : gemini(answer, event);
  if (answer === null) return exit === 2 ? denied : NOTHING;
  return neutral(answer, exit);
};

type Fields = Exclude<keyof HookResponse, 'decision'>;

const isText = (value: JsonValue): boolean => typeof value === 'string';
const isTrue = (value: JsonValue): boolean => value === true;
const isTexts = (value: JsonValue): boolean => Array.isArray(value) && value.every(isText);
const isObject = (value: JsonValue): boolean => isJsonObject(value);

/** The type that each field must have. */
const NEUTRAL: Record<Fields, (value: JsonValue) => boolean> = {
  reason: isText,
  context: isText,
  system_message: isText,
  modify_args: isObject,
  updated_output: () => true,
  continue_with: isText,
  stop_agent: isTrue,
  stop_reason: isText,
  permission: isObject,
  retry: isTrue,
  env: (value) => isJsonObject(value) && Object.values(value).every(isText),
  watch_paths: isTexts,
  title: isText,
  suppress_output: isTrue,
  extras: isObject,
  trigger_action: isText,
  metadata: isObject,
};

/** The unified response itself. Exit 2 denies, whatever is printed. */
function neutral(answer: JsonObject, exit: number): HookResponse {
  const said = answer['decision'];
  const known = DECISIONS.find((decision) => decision === said) ?? 'none';
  const fields = Object.entries(NEUTRAL).flatMap(([field, fits]) => {
    const value = Object.hasOwn(answer, field) ? answer[field] : undefined;
    return value !== undefined && fits(value) ? [[field, value]] : [];
  });
  return {
    ...(Object.fromEntries(fields) as Partial<HookResponse>),
    decision: exit === 2 ? 'deny' : known,
  };
}

const isStop = ({ event_type: type }: HookEvent): boolean =>
  type === 'stop' || type === 'subagent_stop' || type === 'after_agent';

function claude(answer: JsonObject, event: HookEvent): HookResponse {
  const out: HookResponse = { decision: 'none' };
  const isHeld = answer['continue'] === false;
  const why = answer['stopReason'];
  if (isHeld && isStop(event)) Object.assign(out, responseText('continue_with', why));
  else if (answer['decision'] === 'block')
    Object.assign(out, { decision: 'deny' }, responseText('reason', why));
  else if (isHeld) Object.assign(out, { stop_agent: true }, responseText('stop_reason', why));
  else if (answer['decision'] === 'approve') out.decision = 'allow';
  const message = answer['systemMessage'];
  const context = specificOf(answer)['additionalContext'];
  // Both texts go into the conversation. The part that is in both is the context; the rest is for the user.
  if (typeof context === 'string' && typeof message === 'string' && message.startsWith(context))
    Object.assign(
      out,
      { context },
      responseText('system_message', message.slice(context.length).trim()),
    );
  else Object.assign(out, responseText('context', context ?? message));
  return out;
}

function gemini(answer: JsonObject, event: HookEvent): HookResponse {
  const out: HookResponse = { decision: 'none' };
  const said = answer['decision'];
  if (said === 'deny' && isStop(event))
    Object.assign(out, responseText('continue_with', answer['reason']));
  else if (said === 'deny' || said === 'allow')
    Object.assign(out, { decision: said }, responseText('reason', answer['reason']));
  const specific = specificOf(answer);
  Object.assign(
    out,
    responseText('system_message', answer['systemMessage']),
    responseText('context', specific['additionalContext']),
  );
  const { llm_request, toolConfig } = specific;
  if (isJsonObject(llm_request) || isJsonObject(toolConfig))
    out.extras = {
      ...(isJsonObject(llm_request) ? { llm_request } : {}),
      ...(isJsonObject(toolConfig) ? { tool_config: toolConfig } : {}),
    };
  return out;
}

function specificOf({ hookSpecificOutput }: JsonObject): JsonObject {
  return isJsonObject(hookSpecificOutput) ? hookSpecificOutput : {};
}
