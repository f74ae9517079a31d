/** How Qwen Code is read and answered: it accepts the answers of Claude Code. */
import {
  RESPONSE_FIELDS,
  type HookEvent,
  type HookResponse,
  type Rendered,
} from '@hookloom/core/hook';
import type { HookClient } from '../client.ts';
import { namingReasons, lossesOf, setsField, type Answers, addLoss } from '../generic/losses.ts';
import { parseQwenEvent } from './parse-event.ts';
import { renderClaude } from '../claude-code/words.ts';
import { QWEN_CAPABILITIES } from './capabilities.ts';

export const words: Pick<HookClient, 'parse' | 'render'> = {
  parse: parseQwenEvent,
  render: namingReasons(renderQwen),
};

// Which fields of an answer Qwen Code accepts (docs/reference/client-behaviour.md#qwen-code): a part of Claude Code's.
// Pure.

const DECISIONS = new Set<string>(['allow', 'deny', 'ask', 'defer']);
/** Fields that belong to another field and are removed with it. */
const BELONGING = new Set<string>(['reason', 'stop_reason']);

function answersTo({ native_event: name }: HookEvent): Answers {
  const { events } = QWEN_CAPABILITIES;
  return Object.hasOwn(events, name) ? events[name]!.answers : {};
}

/** The answer without the fields that the client ignores. */
export function acceptedParts(response: HookResponse, event: HookEvent): HookResponse {
  const answers = answersTo(event);
  const out: HookResponse = { ...response };
  for (const field of RESPONSE_FIELDS)
    if (setsField(response, field) && answers[field] === undefined && !BELONGING.has(field)) {
      if (DECISIONS.has(field)) out.decision = 'none';
      else delete (out as unknown as Record<string, unknown>)[field];
    }
  // A call that is not made cannot get context.
  if (dropsContext(out, event)) delete out.context;
  return out;
}

function dropsContext({ decision, context }: HookResponse, { event_type: type }: HookEvent) {
  const refuses = decision === 'deny' || decision === 'ask';
  return refuses && (context ?? '') !== '' && (type === 'before_tool' || type === 'before_agent');
}

/**
 * @example renderQwen({ decision: 'deny', reason: 'no' }, event).stdout
 * // → {"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"no"}}
 */
function renderQwen(response: HookResponse, event: HookEvent): Rendered {
  const said = acceptedParts(response, event);
  const losses = lossesOf(response, answersTo(event));
  if (dropsContext({ ...response, decision: said.decision }, event))
    addLoss(losses, 'context', 'lost', 'A refused call gets no context.');
  const rendered = renderClaude(said, event);
  for (const loss of rendered.losses)
    if (!losses.some(({ field }) => field === loss.field)) losses.push(loss);
  return { ...rendered, losses };
}
