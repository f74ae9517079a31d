/**
 * What Cursor honours of an answer (docs/reference/client-behaviour.md#cursor-answers). Tests, `hooks run` and
 * explanations use it.
 */
import type { HookEvent, HookResponse } from '@hookloom/core/hook';
import { isJsonObject, type JsonObject, type JsonValue, parseJsonObject } from '@hookloom/core';
import type { HookClient } from '../client.ts';
import { commonInput } from '../../payload/fields.ts';

const NOTHING: HookResponse = { decision: 'none' };

/** Events with a `permission`, and whether it may be `ask`. */
const PERMISSION: Record<string, { asks: boolean }> = {
  preToolUse: { asks: false },
  beforeShellExecution: { asks: true },
  beforeMCPExecution: { asks: true },
  beforeReadFile: { asks: false },
  beforeTabFileRead: { asks: false },
  subagentStart: { asks: false },
};

/** Exit 2 denies. Any other failure, or output that is not JSON, counts as no answer. */
export const enforceCursor: HookClient['enforce'] = ({ stdout, stderr, exit }, event) => {
  const name = event.native_event;
  const decides = Object.hasOwn(PERMISSION, name) ? PERMISSION[name]! : null;
  if (exit === 2 && (decides !== null || name === 'beforeSubmitPrompt'))
    return { decision: 'deny', ...(stderr === '' ? {} : { reason: stderr }) };
  const answer = exit === 0 ? parseJsonObject(stdout) : null;
  if (answer === null) return NOTHING;
  if (decides !== null) return permission(answer, event, decides.asks);
  switch (name) {
    case 'beforeSubmitPrompt': {
      if (answer['continue'] !== false) return NOTHING;
      return { decision: 'deny', ...text('reason', answer['user_message']) };
    }
    case 'sessionStart': {
      const env = answer['env'];
      const isEnv =
        isJsonObject(env) && Object.values(env).every((value) => typeof value === 'string');
      return {
        decision: 'none',
        ...text('context', answer['additional_context']),
        ...(isEnv ? { env: env as Record<string, string> } : {}),
      };
    }
    case 'postToolUse':
    case 'postToolUseFailure': {
      const output = answer['updated_mcp_tool_output'];
      const isReplaced = name === 'postToolUse' && Boolean(event.tool?.mcp) && output !== undefined;
      return {
        decision: 'none',
        ...text('context', answer['additional_context']),
        ...(isReplaced ? { updated_output: output } : {}),
      };
    }
    case 'stop':
    case 'subagentStop':
      return { decision: 'none', ...text('continue_with', answer['followup_message']) };
    case 'preCompact':
      return { decision: 'none', ...text('system_message', answer['user_message']) };
    default:
      return NOTHING;
  }
};

function permission(answer: JsonObject, event: HookEvent, asks: boolean): HookResponse {
  const said = answer['permission'];
  const decision =
    said === 'allow' || said === 'deny' || (said === 'ask' && asks) ? said : ('none' as const);
  const out: HookResponse = { decision };
  if (decision === 'deny' || decision === 'ask')
    Object.assign(out, text('reason', answer['agent_message'] ?? answer['user_message']));
  else if (decision === 'allow') Object.assign(out, text('system_message', answer['user_message']));
  const input = answer['updated_input'];
  if (event.native_event === 'preToolUse' && decision !== 'deny' && isJsonObject(input))
    out.modify_args = commonInput(event.tool?.name ?? '', input) as JsonObject;
  return out;
}

/** Longer context is dropped completely. */
const MAX_CONTEXT_CHARS = 10_000;

function text(
  field: 'reason' | 'context' | 'continue_with' | 'system_message',
  value: JsonValue | undefined,
): Partial<HookResponse> {
  if (typeof value !== 'string' || value === '') return {};
  return field === 'context' && value.length > MAX_CONTEXT_CHARS ? {} : { [field]: value };
}
