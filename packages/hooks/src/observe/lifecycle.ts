/** Sessions, subagents and compactions: where they begin and end. */
import { newDraft, putName, putText } from '@hookloom/core/hook/draft';
import { SUMMARY_CHARS } from '@hookloom/core/hook/excerpt';
import {
  deliveryOf,
  HOOK,
  lifecycleDraft,
  named,
  observed,
  turnCauses,
  withIds,
  type Observer,
} from './observer.ts';

/** Of the summary that a compaction left. */
const COMPACT_CHARS = 32_768;

export const sessionStart: Observer = (event, context) => {
  const resumed = event.subject === 'resume';
  const trigger = resumed ? 'resume' : 'session-start';
  const draft = lifecycleDraft(event, trigger);
  putName(draft, 'reason', event.subject);
  putName(draft, 'model', event.model);
  const type = resumed ? 'hook.resumed' : 'hook.session_started';
  const delivery = deliveryOf(event, context, null);
  return {
    events: [
      observed({ type, draft, channel: 'system', actorId: HOOK, links: ['session'], ...delivery }),
    ],
    reminder: { trigger },
  };
};

/** Gemini CLI sends the end twice; the same delivery is recorded once. */
export const sessionEnd: Observer = (event, context) => {
  const draft = withIds(newDraft({ status: 'completed' }), event);
  draft.payload['session_id'] = event.session_id;
  putName(draft, 'reason', event.subject);
  return {
    events: [
      observed({
        type: 'session.ended',
        draft,
        channel: 'system',
        actorId: HOOK,
        causes: [['session']],
        ...deliveryOf(event, context, null),
      }),
    ],
  };
};

export const subagentStart: Observer = (event, context) => {
  const draft = withIds(newDraft(), event);
  draft.payload['agent_id'] ??= 'unknown';
  putText(draft, 'task', event.prompt, SUMMARY_CHARS);
  return {
    events: [
      observed({
        type: 'subagent.started',
        draft,
        channel: 'model',
        links: named('agent', event.agent_id),
        causes: [named('prompt', event.turn_id)],
        ...deliveryOf(event, context, event.agent_id),
      }),
    ],
  };
};

export const subagentStop: Observer = (event, context) => {
  const draft = withIds(newDraft(), event);
  draft.payload['agent_id'] ??= 'unknown';
  putText(draft, 'summary', event.last_assistant_message, SUMMARY_CHARS);
  return {
    events: [
      observed({
        type: 'subagent.completed',
        draft,
        channel: 'model',
        causes: turnCauses(event),
        ...deliveryOf(
          event,
          context,
          event.agent_id === null ? null : `${event.agent_id}:${context.digest()}`,
        ),
      }),
    ],
  };
};

export const compaction: Observer = (event, context) => {
  const begins = event.event_type === 'pre_compact';
  const draft = withIds(newDraft(), event);
  putName(draft, 'trigger', event.subject);
  if (putText(draft, 'summary', event.message, COMPACT_CHARS)) draft.payload['truncated'] = true;
  return {
    events: [
      observed({
        type: begins ? 'compaction.started' : 'compaction.completed',
        draft,
        channel: begins ? (event.subject === 'manual' ? 'user' : 'system') : 'model',
        links: begins ? ['compaction'] : [],
        causes: begins ? turnCauses(event) : [['compaction', ...named('prompt', event.turn_id)]],
        ...deliveryOf(event, context, null),
        // The session file has it under the id of its turn only.
        ...(begins || event.turn_id === null
          ? {}
          : { key: `${event.native_event}:${event.turn_id}` }),
      }),
    ],
    reminder: { trigger: begins ? 'precompact' : 'postcompact' },
  };
};
