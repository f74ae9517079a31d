/** Events for the start and end of sessions, subagents and compactions. */
import { contentDigest } from '@hookloom/core/hook/delivery-key';
import { newDraft, putName, putPlain, putText } from '@hookloom/core/hook/draft';
import { LINE_CHARS, SUMMARY_CHARS } from '@hookloom/core/hook/excerpt';
import { observed, HOOK } from '../../observe/observer.ts';
import {
  deliveryOf,
  idOf,
  lifecycleDraft,
  link,
  textOf,
  turnCauses,
  withIds,
  type EventParser,
  type Native,
} from './parse-native.ts';

/** Of the summary that a compaction left. */
const COMPACT_CHARS = 32_768;
/** Sent on resume and fork. */
const RESUME_FIELDS = [
  'seconds_since_last_response',
  'context_tokens',
  'prompt_cache_likely_expired',
];

export const sessionStart: EventParser = (native) => {
  const resumed = native.raw['source'] === 'resume';
  const trigger = resumed ? 'resume' : 'session-start';
  const draft = lifecycleDraft(native, trigger);
  putName(draft, 'reason', native.raw['source']);
  putName(draft, 'model', native.raw['model']);
  putName(draft, 'session_title', native.raw['session_title']);
  for (const field of RESUME_FIELDS) putPlain(draft, field, native.raw[field]);
  return {
    events: [
      observed({
        type: resumed ? 'hook.resumed' : 'hook.session_started',
        draft,
        channel: 'system',
        actorId: HOOK,
        links: [link.session],
        ...deliveryOf(native, undefined),
      }),
    ],
    reminder: { trigger },
  };
};

export const sessionEnd: EventParser = (native) => {
  const draft = withIds(newDraft({ status: 'completed' }), native);
  draft.payload['session_id'] = native.sessionId;
  putName(draft, 'reason', native.raw['reason']);
  return {
    events: [
      observed({
        type: 'session.ended',
        draft,
        channel: 'system',
        actorId: HOOK,
        causes: [[link.session]],
        ...deliveryOf(native, undefined),
      }),
    ],
  };
};

export const subagentStart: EventParser = (native) => ({
  events: [
    observed({
      type: 'subagent.started',
      draft: withAgent(native),
      channel: 'model',
      links: link.agent(native),
      causes: [link.prompt(native)],
      ...deliveryOf(native, agentRun(native)),
    }),
  ],
});

/**
 * A stop without an agent type belongs to a compaction; `PostCompact` brings the summary
 * (docs/reference/client-behaviour.md#claude-code-prompts-and-subagents).
 */
export const subagentStop: EventParser = (native) => {
  const parts = {
    channel: 'model',
    causes: turnCauses(native),
    ...deliveryOf(native, agentRun(native, native.context.digest())),
  } as const;
  if (textOf(native.raw, 'agent_type') === undefined) {
    const draft = lifecycleDraft(native, 'subagent-stop');
    return { events: [observed({ type: 'hook.subagent_stop', draft, actorId: HOOK, ...parts })] };
  }
  const draft = withAgent(native);
  putText(draft, 'summary', native.raw['last_assistant_message'], SUMMARY_CHARS);
  return { events: [observed({ type: 'subagent.completed', draft, ...parts })] };
};

function withAgent(native: Native): ReturnType<typeof newDraft> {
  const draft = withIds(newDraft(), native);
  draft.payload['agent_id'] ??= 'unknown';
  return draft;
}

/** An agent may be started again under another prompt. */
function agentRun({ raw }: Native, also = ''): string | undefined {
  const agent = idOf(raw, 'agent_id');
  return agent === undefined ? undefined : `${agent}:${idOf(raw, 'prompt_id') ?? ''}:${also}`;
}

/** The key is the summary without the model's thoughts before it, as the session file has it. */
function compactionRun({ raw }: Native): string | undefined {
  const [prompt, told] = [idOf(raw, 'prompt_id'), textOf(raw, 'compact_summary')];
  if (prompt === undefined || told === undefined) return undefined;
  const said = /<summary>([\s\S]*?)(?:<\/summary>|$)/.exec(told)?.[1] ?? told;
  return `${prompt}:${contentDigest(said.trim())}`;
}

export const compaction: EventParser = (native) => {
  const { raw, name } = native;
  const begins = name === 'PreCompact';
  const draft = withIds(newDraft(), native);
  putName(draft, 'trigger', raw['trigger']);
  putText(draft, 'custom_instructions', raw['custom_instructions'], LINE_CHARS, { folded: true });
  const truncated = putText(draft, 'summary', raw['compact_summary'], COMPACT_CHARS);
  if (truncated) draft.payload['truncated'] = true;
  return {
    events: [
      observed({
        type: begins ? 'compaction.started' : 'compaction.completed',
        draft,
        // What a person typed after /compact, or the model's own summary.
        channel: begins && raw['trigger'] === 'manual' ? 'user' : begins ? 'system' : 'model',
        links: begins ? [link.compaction] : [],
        causes: begins ? turnCauses(native) : [[link.compaction, ...link.prompt(native)]],
        ...deliveryOf(native, begins ? undefined : compactionRun(native)),
      }),
    ],
    reminder: { trigger: begins ? 'precompact' : 'postcompact' },
  };
};
