/** How Cursor is read and answered. */
import type { HookEvent, HookResponse, Loss, Rendered } from '@hookloom/core/hook';
import type { JsonObject } from '@hookloom/core';
import type { HookClient, RenderOptions } from '../client.ts';
import {
  namingReasons,
  cutToFit,
  joined,
  answersTo,
  removeLoss,
  nextStep,
  settle,
  type Settled,
  addLoss,
} from '../generic/losses.ts';
import { parseCursorEvent } from './parse-event.ts';
import { nativeInput } from '../../payload/fields.ts';
import { CURSOR_CAPABILITIES } from './capabilities.ts';
import { announcedInput } from './parse-tool.ts';

export const words: Pick<HookClient, 'parse' | 'render'> = {
  parse: parseCursorEvent,
  render: namingReasons(renderCursor),
};

// Renders answers for Cursor (docs/reference/client-behaviour.md#cursor-answers).

interface Draft {
  response: HookResponse;
  event: HookEvent;
  settled: Settled;
  losses: Loss[];
}

/**
 * @example renderCursor({ decision: 'deny', reason: 'no' }, event).stdout
 * // → {"permission":"deny","user_message":"no","agent_message":"no"}
 */
function renderCursor(
  response: HookResponse,
  event: HookEvent,
  options: RenderOptions = {},
): Rendered {
  const { name, answers, losses } = answersTo(CURSOR_CAPABILITIES, event, response);
  const settled = settle(response, answers, losses, options);
  const draft = { response, event, settled, losses };
  const out = (Object.hasOwn(WORDS, name) ? WORDS[name]! : silence)(draft);
  const isSilent = Object.keys(out).length === 0;
  const { user_message: said } = out;
  const refused = out['continue'] === false && typeof said === 'string' ? said : '';
  return {
    stdout: isSilent ? '' : JSON.stringify(out),
    stderr: out['permission'] === 'deny' ? settled.reason : refused,
    exit: 0,
    losses,
  };
}

type Words = (draft: Draft) => JsonObject;

const silence: Words = () => ({});

/** Cursor rejects an answer to these events that has texts but no permission, so texts go with a decision only. */
function permission({ response, settled, losses }: Draft, texts: 'both' | 'user' | 'none') {
  const { decision, reason } = settled;
  const { context, system_message } = response;
  const isUnsaid = decision === 'none' || texts === 'none';
  if (system_message && isUnsaid)
    addLoss(losses, 'system_message', 'lost', 'Shown only with a decision.');
  if (context && (decision !== 'deny' || texts !== 'both'))
    addLoss(losses, 'context', 'lost', 'Sent to the agent only with a deny.');
  if (decision === 'none') return {};
  const out: JsonObject = { permission: decision };
  if (texts === 'none') return out;
  const forUser = decision === 'allow' ? joined(system_message) : once(reason, system_message);
  if (forUser !== '') out['user_message'] = forUser;
  if (texts === 'both' && decision !== 'allow')
    out['agent_message'] = decision === 'deny' ? joined(reason, context) : reason;
  return out;
}

/** A refusal of ours is the reason and also a part of the message. */
function once(reason: string, message = ''): string {
  return message.includes(reason) ? joined(message) : joined(reason, message);
}

const stop: Words = ({ response, losses }) => {
  if (response.decision === 'deny')
    addLoss(losses, 'deny', 'changed', 'Sent as the follow-up message.');
  const text = joined(nextStep(response), response.context);
  return text === '' ? {} : { followup_message: text };
};

const afterTool: Words = ({ response, event, settled, losses }) => {
  const feedback = settled.decision === 'deny' ? settled.reason : '';
  const text = joined(feedback, response.context);
  const out: JsonObject = {};
  if (text !== '') {
    const { contextChars: chars } = CURSOR_CAPABILITIES;
    out['additional_context'] = cutToFit(text, { chars }, losses);
  }
  if (response.updated_output !== undefined && event.native_event === 'postToolUse') {
    if (event.tool?.mcp) {
      out['updated_mcp_tool_output'] = response.updated_output;
      removeLoss(losses, 'updated_output');
    } else addLoss(losses, 'updated_output', 'lost', 'Only outputs of MCP tools can be replaced.');
  }
  return out;
};

const WORDS: Record<string, Words> = {
  sessionStart({ response, losses }) {
    const out: JsonObject = {};
    const { contextChars: chars } = CURSOR_CAPABILITIES;
    if (response.context) out['additional_context'] = cutToFit(response.context, { chars }, losses);
    if (Object.keys(response.env ?? {}).length > 0) out['env'] = { ...response.env };
    return out;
  },
  beforeSubmitPrompt({ response, settled, losses }) {
    const isBlocked = settled.decision === 'deny' || response.stop_agent === true;
    if (!isBlocked) {
      if (response.system_message)
        addLoss(losses, 'system_message', 'lost', 'Shown only if the prompt is blocked.');
      return {};
    }
    const why =
      settled.decision === 'deny' ? settled.reason : (response.stop_reason ?? settled.reason);
    return { continue: false, user_message: once(why, response.system_message) };
  },
  preToolUse(draft) {
    const out = permission(draft, 'both');
    const { response, event, settled, losses } = draft;
    if (response.modify_args !== undefined) {
      if (settled.decision === 'deny')
        addLoss(losses, 'modify_args', 'lost', 'The call is denied: there is nothing to rewrite.');
      else
        out['updated_input'] = nativeInput(
          event.tool?.name ?? '',
          response.modify_args,
          announcedInput(event.data),
        );
    }
    return out;
  },
  beforeShellExecution: (draft) => permission(draft, 'both'),
  beforeMCPExecution: (draft) => permission(draft, 'both'),
  beforeReadFile: (draft) => permission(draft, 'user'),
  beforeTabFileRead: (draft) => permission(draft, 'none'),
  subagentStart: (draft) => permission(draft, 'user'),
  postToolUse: afterTool,
  postToolUseFailure: afterTool,
  subagentStop: stop,
  stop,
  preCompact: ({ response }) =>
    response.system_message ? { user_message: response.system_message.toWellFormed() } : {},
};
