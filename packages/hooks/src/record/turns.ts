/** Prompts, and the assistant's last message of a turn. */
import {
  contentDigest,
  EXCERPT_CHARS,
  newDraft,
  putPlain,
  putText,
  transcriptTurn,
  type HookContext,
  type HookEvent,
} from '@hookloom/core/hook';
import { textAt } from '../payload/fields.ts';
import { reminderOf } from '../reminder/policy.ts';
import {
  deliveryOf,
  HOOK,
  isRich,
  lifecycleDraft,
  named,
  observed,
  seen,
  turnCauses,
  withIds,
  type Seen,
} from './observer.ts';

/**
 * Values of `source` for prompts that no person typed
 * (docs/reference/client-behaviour.md#claude-code-prompts-and-subagents).
 */
const MACHINE_SOURCES = new Set(['system', 'loop_wakeup', 'schedule_wakeup', 'poll_event']);
const NOTIFICATION = /^\s*<task-notification>/;

/** A turn of the user. Only a marker if a machine wrote it or all of it is private. */
export function userPrompt(event: HookEvent, context: HookContext): Seen {
  const prompt = event.prompt ?? '';
  const id = event.turn_id === null ? null : `${event.turn_id}:${contentDigest(prompt)}`;
  const delivery = deliveryOf(event, context, id);
  const links = named('prompt', event.turn_id);
  const isNotification = isRich(event) && NOTIFICATION.test(prompt);
  const source = isRich(event) ? textAt(event.data, 'source') : null;
  const isTyped =
    event.agent_id === null &&
    !isNotification &&
    !MACHINE_SOURCES.has(source ?? '') &&
    event.metadata['from_agent'] !== true &&
    event.metadata['pseudo'] !== true;
  const turn = isTyped ? transcriptTurn('user', prompt) : null;
  if (turn !== null) {
    const draft = withIds(turn, event);
    return seen(
      {
        type: 'transcript.turn',
        draft,
        channel: 'user',
        actorId: 'user',
        links: [...links, 'public'],
        ...delivery,
      },
      reminderOf(prompt),
    );
  }
  const draft = withIds(newDraft({ trigger: 'user-prompt-submit' }), event);
  // An agent's task is the words of the model that gave it
  // (docs/reference/client-behaviour.md#codex-prompts-and-subagents).
  if (isTyped) putPlain(draft, 'private', prompt !== '');
  else if (isRich(event)) {
    draft.payload['prompt_source'] = isNotification
      ? 'task_notification'
      : (source ?? 'agent').slice(0, 40);
    putText(draft, 'content', prompt, EXCERPT_CHARS, { folded: true });
  } else {
    draft.payload['from_agent'] = true;
    putText(draft, 'summary', prompt, EXCERPT_CHARS, { folded: true });
  }
  const channel = isTyped ? 'user' : 'model';
  const causes = isRich(event) ? [named('agent', event.agent_id)] : turnCauses(event);
  const type = 'hook.user_prompt_submitted';
  return seen({
    type,
    draft,
    channel,
    actorId: HOOK,
    links: isTyped ? [...links, prompt === '' ? 'public' : 'private'] : isRich(event) ? links : [],
    causes: isTyped ? [] : causes,
    ...delivery,
  });
}

/** The end of a turn: the assistant's last message, and the stop. */
export function agentTurn(event: HookEvent, context: HookContext): Seen {
  const said = event.last_assistant_message ?? '';
  // A refused stop is sent again in the same turn.
  const id = event.turn_id === null ? null : `${event.turn_id}:${context.digest()}`;
  const delivery = deliveryOf(event, context, id);
  const causes = turnCauses(event);
  const events = [];
  const turn = transcriptTurn('assistant', said);
  if (turn !== null) {
    const draft = withIds(turn, event);
    events.push(
      observed({
        type: 'transcript.turn',
        draft,
        channel: 'model',
        actorId: 'assistant',
        causes,
        ...delivery,
        // Keyed by the text alone: the session file has the same text, but not the payload's other fields.
        key: `${event.turn_id ?? delivery.key}:${contentDigest(said)}`,
      }),
    );
  }
  const stops = event.event_type === 'stop' || event.also.includes('stop');
  if (stops || turn === null) {
    const draft = lifecycleDraft(event, stops ? 'stop' : 'after-agent');
    putPlain(draft, 'stop_hook_active', event.stop_hook_active);
    for (const list of isRich(event) ? ['background_tasks', 'session_crons'] : []) {
      const items = event.data[list];
      if (Array.isArray(items) && items.length > 0) draft.payload[list] = items.length;
    }
    events.push(
      observed({
        type: stops ? 'hook.stop' : 'hook.after_agent',
        draft,
        channel: 'system',
        actorId: HOOK,
        causes,
        ...delivery,
      }),
    );
  }
  return stops ? { events, reminder: { trigger: 'stop' } } : { events };
}
