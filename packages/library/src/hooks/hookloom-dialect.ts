/** The dialect of hooks in `.hookloom/hooks.toml`: the payload from the engine, and the answers that it understands. */
import type { HookEvent, HookResponse, Rendered } from '@hookloom/core/hook';
import { defined, type JsonObject } from '@hookloom/core';
import { parseGenericEvent } from '@hookloom/hooks/clients';

/** The engine renders the answer for its client and reports losses; none occur here. */
function render(response: HookResponse, event: HookEvent): Rendered {
  const answer = answerOf(response, event);
  const stdout = Object.keys(answer).length === 0 ? '' : JSON.stringify(answer);
  return { stdout, stderr: '', exit: 0, losses: [] };
}

function answerOf(response: HookResponse, { native_event }: HookEvent): JsonObject {
  const { decision, continue_with, modify_args, context, updated_output } = response;
  const specific: JsonObject = defined({ updatedInput: modify_args, additionalContext: context });
  return {
    ...decisionOf(decision, response.reason),
    ...(continue_with !== undefined && { decision: 'block', reason: continue_with }),
    ...(updated_output !== undefined && { decision: 'modify', content: updated_output }),
    ...(response.stop_agent === true && { continue: false }),
    ...defined({ stop_reason: response.stop_reason, system_message: response.system_message }),
    ...(response.suppress_output === true && { suppress_output: true }),
    ...(response.trigger_action !== undefined && { trigger_action: response.trigger_action }),
    ...(Object.keys(specific).length > 0 && {
      hookSpecificOutput: { hookEventName: native_event, ...specific },
    }),
  };
}

function decisionOf(decision: HookResponse['decision'], reason: string | undefined): JsonObject {
  if (decision === 'none') return {};
  const word = { allow: 'allow', ask: 'ask', defer: 'ask', deny: 'block' }[decision];
  return { decision: word, ...(reason !== undefined && { reason }) };
}

export const words = { parse: parseGenericEvent, render };
