/** Sessions, subagents and compactions: where they begin and end. */
import {
  contentDigest,
  LINE_CHARS,
  newDraft,
  putName,
  putPlain,
  putText,
  SUMMARY_CHARS,
  type Draft,
  type HookContext,
  type HookEvent,
} from '@hookloom/core/hook';
import { branchOf } from '../ready/branch-of.ts';
import {
  deliveryOf,
  HOOK,
  isRich,
  lifecycleDraft,
  named,
  seen,
  turnCauses,
  withIds,
  type Seen,
} from './observer.ts';

/** Maximum length of the summary that a compaction leaves. */
const COMPACT_CHARS = 32_768;
/** Sent by Claude Code on resume and fork. */
const RESUME_FIELDS = [
  'seconds_since_last_response',
  'context_tokens',
  'prompt_cache_likely_expired',
];

export function sessionStart(event: HookEvent, context: HookContext): Seen {
  const resumed = event.subject === 'resume';
  const trigger = resumed ? 'resume' : 'session-start';
  const draft = lifecycleDraft(event, trigger);
  putName(draft, 'reason', event.subject);
  putName(draft, 'model', event.model);
  putName(draft, 'session_title', event.data['session_title']);
  putBranch(draft, event);
  for (const field of RESUME_FIELDS) putPlain(draft, field, event.data[field]);
  const type = resumed ? 'hook.resumed' : 'hook.session_started';
  const delivery = deliveryOf(event, context, null);
  return seen(
    { type, draft, channel: 'system', actorId: HOOK, links: ['session'], ...delivery },
    { reminder: { trigger } },
  );
}

/**
 * The maximum age of a delivery whose branch is read from the folder: later, the branch may have changed. Milliseconds.
 */
const FRESH_MS = 60_000;

/** The branch on which a session starts, so that its statements can be separated from work on other branches. */
function putBranch(draft: Draft, { cwd, data, timestamp }: HookEvent): void {
  const isFresh = Math.abs(Date.now() - Date.parse(timestamp)) < FRESH_MS;
  putName(draft, 'branch', data['branch'] ?? (isFresh ? branchOf(cwd ?? '') : null));
}

/** Gemini CLI sends the end twice; the same delivery is recorded once. */
export function sessionEnd(event: HookEvent, context: HookContext): Seen {
  const draft = withIds(newDraft({ status: 'completed' }), event);
  draft.payload['session_id'] = event.session_id;
  putName(draft, 'reason', event.subject);
  return seen({
    type: 'session.ended',
    draft,
    channel: 'system',
    actorId: HOOK,
    causes: [['session']],
    ...deliveryOf(event, context, null),
  });
}

export function subagentStart(event: HookEvent, context: HookContext): Seen {
  const draft = withAgent(event);
  putText(draft, 'task', event.prompt, SUMMARY_CHARS);
  return seen({
    type: 'subagent.started',
    draft,
    channel: 'model',
    links: named('agent', event.agent_id),
    causes: [named('prompt', event.turn_id)],
    ...deliveryOf(event, context, agentRun(event)),
  });
}

export function subagentStop(event: HookEvent, context: HookContext): Seen {
  const parts = {
    channel: 'model',
    causes: turnCauses(event),
    ...deliveryOf(event, context, agentRun(event, context.digest())),
  } as const;
  // A stop without an agent type belongs to a compaction; `PostCompact` contains the summary
  // (docs/reference/client-behaviour.md#claude-code-prompts-and-subagents).
  if (isRich(event) && event.agent_type === null) {
    const draft = lifecycleDraft(event, 'subagent-stop');
    return seen({ type: 'hook.subagent_stop', draft, actorId: HOOK, ...parts });
  }
  const draft = withAgent(event);
  putText(draft, 'summary', event.last_assistant_message, SUMMARY_CHARS);
  return seen({ type: 'subagent.completed', draft, ...parts });
}

function withAgent(event: HookEvent): Draft {
  const draft = withIds(newDraft(), event);
  draft.payload['agent_id'] ??= 'unknown';
  return draft;
}

/** Claude Code may start an agent again under another prompt. */
function agentRun(event: HookEvent, digest = ''): string | null {
  const { agent_id: agent, turn_id: turn } = event;
  if (agent === null) return null;
  if (isRich(event)) return `${agent}:${turn ?? ''}:${digest}`;
  return digest === '' ? agent : `${agent}:${digest}`;
}

/** The session file has the same key. */
function compactionDelivery(event: HookEvent, context: HookContext): ReturnType<typeof deliveryOf> {
  const { turn_id: turn, message, native_event: native } = event;
  const byContent = deliveryOf(event, context, null);
  if (event.event_type === 'pre_compact' || turn === null) return byContent;
  if (!isRich(event)) return { ...byContent, key: `${native}:${turn}` };
  if (message === null) return byContent;
  // The summary without the model's thoughts before it.
  const said = /<summary>([\s\S]*?)(?:<\/summary>|$)/.exec(message)?.[1] ?? message;
  return { key: `${native}:${turn}:${contentDigest(said.trim())}` };
}

export function compaction(event: HookEvent, context: HookContext): Seen {
  const begins = event.event_type === 'pre_compact';
  const draft = withIds(newDraft(), event);
  putName(draft, 'trigger', event.subject);
  if (isRich(event))
    putText(draft, 'custom_instructions', event.data['custom_instructions'], LINE_CHARS, {
      folded: true,
    });
  if (putText(draft, 'summary', event.message, COMPACT_CHARS)) draft.payload['truncated'] = true;
  return seen(
    {
      type: begins ? 'compaction.started' : 'compaction.completed',
      draft,
      channel: begins ? (event.subject === 'manual' ? 'user' : 'system') : 'model',
      links: begins ? ['compaction'] : [],
      causes: begins ? turnCauses(event) : [['compaction', ...named('prompt', event.turn_id)]],
      ...compactionDelivery(event, context),
    },
    { reminder: { trigger: begins ? 'precompact' : 'postcompact' } },
  );
}
