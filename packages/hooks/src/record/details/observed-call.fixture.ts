/** Calls of tools as each client reports them. */
import type { HookContext, ObservedEvent } from '@hookloom/core/hook';
import type { JsonObject, JsonValue } from '@hookloom/core';
import { observing } from '../observed.fixture.ts';

export const observeClaude = observing('claude-code');

export const observeCodex = observing('codex');

export const observeCopilot = observing('copilot');

export const observeGemini = observing('gemini');

export const context: HookContext = { root: '/work/shop', digest: () => 'digest' };

export function claude(
  tool_name: string,
  tool_input: JsonValue,
  more: JsonObject = {},
): ObservedEvent[] {
  const isFailure = more['error'] !== undefined;
  return observeClaude(
    {
      hook_event_name: isFailure ? 'PostToolUseFailure' : 'PostToolUse',
      session_id: 's1',
      prompt_id: 'p1',
      tool_use_id: 't1',
      tool_name,
      tool_input,
      ...more,
    },
    context,
  ).events;
}

export function codex(
  tool_name: string,
  tool_input: JsonValue,
  tool_response: JsonValue,
): ObservedEvent[] {
  const call = { session_id: 's1', turn_id: 'p1', tool_use_id: 't1' };
  return observeCodex(
    { hook_event_name: 'PostToolUse', ...call, tool_name, tool_input, tool_response },
    context,
  ).events;
}

export function gemini(
  tool_name: string,
  tool_input: JsonValue,
  llmContent: string,
): ObservedEvent[] {
  return observeGemini(
    {
      hook_event_name: 'AfterTool',
      session_id: 's1',
      tool_name,
      tool_input,
      tool_response: { llmContent },
    },
    context,
  ).events;
}

export function copilot(
  toolName: string,
  toolArgs: JsonValue,
  textResultForLlm: string,
): ObservedEvent[] {
  const toolResult = { resultType: 'success', textResultForLlm };
  return observeCopilot(
    { hookName: 'postToolUse', sessionId: 's1', toolName, toolArgs, toolResult },
    { ...context, nativeEvent: 'postToolUse' },
  ).events;
}

export const payloadsOf = (events: ObservedEvent[], type: string): JsonObject[] =>
  events.filter((event) => event.type === type).map(({ payload }) => payload);

export const decisionsIn = (events: ObservedEvent[]) =>
  events
    .filter(({ type }) => type === 'decision.made')
    .map(({ payload, channel, actorId }) => [payload['decision'], channel, actorId]);
