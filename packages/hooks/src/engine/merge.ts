/** Merges several answers into one. Pure and deterministic: only the declared order counts, never the time. */
import { DECISIONS, type Decision, type HookResponse } from '@hookloom/core/hook';
import { isJsonObject, type JsonObject, type JsonValue } from '@hookloom/core';

/** How the answers were merged, for traces, in declared order. */
export interface MergeTrace {
  /** Positions of the answers whose decision won. */
  decided_by: number[];
  /** Positions of the answers that rewrote the input, in the order of the chain. */
  rewritten_by: number[];
  rewrites_discarded: boolean;
}

/**
 * deny > defer > ask > allow > none. Joins the reasons of the winning decision, contexts and messages in declared
 * order. The last rewrite of the chain counts, but a deny discards all. The agent stops if any answer says so, and then
 * no answer makes it continue.
 *
 * @param responses In declared order; each rewrite was made with the earlier ones applied
 * @example merge([{ decision: 'allow' }, { decision: 'deny', reason: 'no' }]).response
 * // → { decision: 'deny', reason: 'no' }
 */
export function merge(responses: readonly HookResponse[]) {
  const decision = strongest(responses.map((response) => response.decision));
  const out: HookResponse = { decision };
  const positions = (test: (response: HookResponse) => boolean): number[] =>
    responses.flatMap((response, at) => (test(response) ? [at] : []));
  const texts = (pick: (response: HookResponse) => string | undefined, between: string): string =>
    responses
      .map(pick)
      .filter((text) => text !== undefined && text !== '')
      .join(between);
  const put = (key: 'reason' | 'context' | 'system_message' | 'stop_reason', text: string) => {
    if (text !== '') out[key] = text;
  };

  put(
    'reason',
    texts((one) => (one.decision === decision ? one.reason : undefined), '\n'),
  );
  put(
    'context',
    texts((one) => one.context, '\n\n'),
  );
  put(
    'system_message',
    texts((one) => one.system_message, '\n'),
  );
  const rewritten_by = positions((one) => one.modify_args !== undefined);
  const rewrites_discarded = decision === 'deny' && rewritten_by.length > 0;
  if (!rewrites_discarded && rewritten_by.length > 0)
    out.modify_args = responses[rewritten_by.at(-1)!]!.modify_args!;
  if (responses.some((one) => one.stop_agent === true)) {
    out.stop_agent = true;
  } else {
    const go = texts((one) => one.continue_with, '\n');
    if (go !== '') out.continue_with = go;
  }
  // At the end of a turn, a hook may give a reason without a decision.
  put(
    'stop_reason',
    texts((one) => one.stop_reason, '\n'),
  );
  for (const one of responses) takeOver(out, one);
  if (decision === 'deny') delete out.updated_output;
  return {
    response: out,
    trace: {
      decided_by: decision === 'none' ? [] : positions((one) => one.decision === decision),
      rewritten_by,
      rewrites_discarded,
    },
  };
}

export function strongest(decisions: readonly Decision[]): Decision {
  return DECISIONS[Math.max(0, ...decisions.map((one) => DECISIONS.indexOf(one)))]!;
}

/** Merges fields in which a later answer extends or replaces earlier ones. */
function takeOver(out: HookResponse, one: HookResponse): void {
  if (one.updated_output !== undefined) out.updated_output = one.updated_output;
  if (one.permission !== undefined) {
    const updates = [...(out.permission?.updates ?? []), ...(one.permission.updates ?? [])];
    const interrupt = out.permission?.interrupt === true || one.permission.interrupt === true;
    out.permission = {
      ...(updates.length > 0 ? { updates } : {}),
      ...(interrupt ? { interrupt: true as const } : {}),
    };
  }
  if (one.retry === true) out.retry = true;
  if (one.suppress_output === true) out.suppress_output = true;
  if (one.env !== undefined) out.env = { ...out.env, ...one.env };
  if (one.watch_paths !== undefined)
    out.watch_paths = [...new Set([...(out.watch_paths ?? []), ...one.watch_paths])];
  if (one.title !== undefined) out.title = one.title;
  if (one.trigger_action !== undefined) out.trigger_action = one.trigger_action;
  if (one.metadata !== undefined) out.metadata = { ...out.metadata, ...one.metadata };
  if (one.extras !== undefined) {
    const tools = toolConfig(out.extras?.tool_config, one.extras.tool_config);
    out.extras = {
      ...out.extras,
      ...one.extras,
      ...(tools === null ? {} : { tool_config: tools }),
    };
  }
}

const MODES = ['AUTO', 'ANY', 'NONE'];

/** Gemini CLI's rule: the union of all names, and NONE beats ANY beats AUTO. */
function toolConfig(one: JsonValue | undefined, other: JsonValue | undefined): JsonObject | null {
  if (!isJsonObject(one) || !isJsonObject(other)) return null;
  const names = [one, other].flatMap(({ allowedFunctionNames: list }) =>
    Array.isArray(list) ? list : [],
  );
  const mode = MODES[Math.max(rankOf(one['mode']), rankOf(other['mode']))];
  return {
    ...one,
    ...other,
    ...(mode === undefined ? {} : { mode }),
    ...(names.length === 0 ? {} : { allowedFunctionNames: [...new Set(names)] }),
  };
}

function rankOf(mode: JsonValue | undefined): number {
  return (MODES as readonly unknown[]).indexOf(mode);
}
