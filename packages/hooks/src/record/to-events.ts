/** Turns a hook event of any client into log events. Pure; never throws. Part of the hook path. */
import type { HookContext, HookEvent, ObservedHook } from '@hookloom/core/hook';
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
 * @example toEvents(event, { root: '/home/dev/shop', digest: () => '…' }).events[0].type === 'tool.call.completed'
 */
export function toEvents(event: HookEvent, context: HookContext): ObservedHook {
  // Cursor repeats a call in a second event, and Gemini CLI reports a compression before every request
  // (docs/reference/client-behaviour.md#gemini-cli-compression).
  const isRepeated = event.metadata['specific'] === true || event.metadata['per_request'] === true;
  const observer = isRepeated ? otherEvent : (OBSERVERS[event.event_type] ?? otherEvent);
  return {
    sessionId: event.session_id,
    closes: event.event_type === 'session_end',
    ...observer(event, context),
  };
}
