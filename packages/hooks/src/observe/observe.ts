/**
 * What a hook event of any client becomes in the log (seeds/000; hooks.md §G.1). Claude Code's payloads have a reading of
 * their own, because they tell more (`clients/claude-code/parse.ts`). Pure; never throws. Reached by the hook path.
 */
import type { HookEvent } from '@hookloom/core/hook/hook-event';
import type { HookContext, ObservedHook } from '@hookloom/core/hook/observed-event';
import { compaction, sessionEnd, sessionStart, subagentStart, subagentStop } from './lifecycle.ts';
import { otherEvent } from './other.ts';
import { afterTool, beforeTool } from './tools.ts';
import { agentTurn, userPrompt } from './turns.ts';
import type { Observer } from './observer.ts';

const OBSERVERS: Partial<Record<HookEvent['event_type'], Observer>> = {
  session_start: sessionStart,
  session_end: sessionEnd,
  before_agent: userPrompt,
  stop: agentTurn,
  after_agent: agentTurn,
  before_tool: beforeTool,
  after_tool: afterTool,
  tool_failure: afterTool,
  subagent_start: subagentStart,
  subagent_stop: subagentStop,
  pre_compact: compaction,
  post_compact: compaction,
};

/**
 * @example observe(event, { root: '/home/dev/shop', digest: () => '…' }).events[0].type === 'tool.call.completed'
 */
export function observe(event: HookEvent, context: HookContext): ObservedHook {
  // Cursor tells a call once more in particular; Gemini tells of a compaction before every request (traps 28, 34).
  const isRepeated = event.metadata['specific'] === true || event.metadata['per_request'] === true;
  const observer = isRepeated ? otherEvent : (OBSERVERS[event.event_type] ?? otherEvent);
  return {
    sessionId: event.session_id,
    closes: event.event_type === 'session_end',
    ...observer(event, context),
  };
}
