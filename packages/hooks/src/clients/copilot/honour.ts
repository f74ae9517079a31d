/** What GitHub Copilot CLI takes from an answer (hooks.md §E): a model for tests, `hooks run` and explanations. */
import type { Rendered } from '@hookloom/core/hook/capability';
import type { HookEvent } from '@hookloom/core/hook/hook-event';
import type { HookResponse } from '@hookloom/core/hook/hook-response';
import { isJsonObject, type JsonObject, type JsonValue } from '@hookloom/core/json';
import { commonInput } from '../generic/tool-input.ts';
import { camelName } from './events.ts';

const NOTHING: HookResponse = { decision: 'none' };

/**
 * Any non-zero exit of a preToolUse command is a deny, whatever it printed; exit 2 is one of a permission request and
 * hands a failed call's output on; elsewhere failures are skipped.
 */
export function honourCopilot(
  { stdout, exit }: Pick<Rendered, 'stdout' | 'stderr' | 'exit'>,
  event: HookEvent,
): HookResponse {
  const name = camelName(event.native_event);
  const answer = answerOf(stdout);
  if (exit !== 0) {
    if (name === 'preToolUse')
      return {
        decision: 'deny',
        ...text('reason', answer?.['permissionDecisionReason']),
      };
    if (exit !== 2) return NOTHING;
    if (name === 'permissionRequest') return permission({ ...answer, behavior: 'deny' });
    return name === 'postToolUseFailure'
      ? { decision: 'none', ...text('context', stdout) }
      : NOTHING;
  }
  if (answer === null) return NOTHING;
  switch (name) {
    case 'preToolUse':
      return preToolUse(answer, event);
    case 'permissionRequest':
      return permission(answer);
    case 'postToolUse':
      return {
        decision: 'none',
        ...result(answer['modifiedResult']),
        ...text('context', answer['additionalContext']),
      };
    case 'agentStop':
    case 'subagentStop': {
      if (answer['decision'] === 'block')
        return { decision: 'none', ...text('continue_with', answer['reason']) };
      const response = answer['modifiedResponse'];
      return name === 'subagentStop' && typeof response === 'string'
        ? { decision: 'none', updated_output: response }
        : NOTHING;
    }
    case 'sessionStart':
    case 'userPromptSubmitted':
    case 'subagentStart':
    case 'notification':
      return { decision: 'none', ...text('context', answer['additionalContext']) };
    default:
      return NOTHING;
  }
}

function preToolUse(answer: JsonObject, event: HookEvent): HookResponse {
  const said = answer['permissionDecision'];
  const decision = said === 'allow' || said === 'deny' || said === 'ask' ? said : 'none';
  const out: HookResponse = { decision };
  if (decision !== 'none') Object.assign(out, text('reason', answer['permissionDecisionReason']));
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
    ...text('reason', answer['message']),
    ...(answer['interrupt'] === true ? { permission: { interrupt: true } } : {}),
  };
}

function result(value: JsonValue | undefined): Partial<HookResponse> {
  if (!isJsonObject(value) || value['resultType'] !== 'success') return {};
  const output = value['textResultForLlm'];
  return typeof output === 'string' ? { updated_output: output } : {};
}

function text(
  field: 'reason' | 'context' | 'continue_with',
  value: JsonValue | undefined,
): Partial<HookResponse> {
  return typeof value === 'string' && value !== '' ? { [field]: value } : {};
}

/** Lines of progress are taken out; what is left must be one JSON object. */
function answerOf(stdout: string): JsonObject | null {
  const rest = stdout
    .split('\n')
    .filter((line) => objectIn(line)?.['type'] !== 'progress')
    .join('\n');
  return objectIn(rest);
}

function objectIn(json: string): JsonObject | null {
  const trimmed = json.trim();
  if (!trimmed.startsWith('{')) return null;
  try {
    const value: unknown = JSON.parse(trimmed);
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}
