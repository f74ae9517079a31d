/** Events for the user's prompts and the assistant's last message of a turn. */
import { contentDigest } from '@hookloom/core/hook/delivery-key';
import { newDraft, putPlain, putText } from '@hookloom/core/hook/draft';
import { EXCERPT_CHARS } from '@hookloom/core/hook/excerpt';
import { transcriptTurn } from '@hookloom/core/hook/observations';
import type { ObservedEvent } from '@hookloom/core/hook/observed-event';
import { reminderOf } from '../../reminder/prompt-reminder.ts';
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

/**
 * Values of `source` for prompts that no person typed
 * (docs/reference/client-behaviour.md#claude-code-prompts-and-subagents).
 */
const MACHINE_SOURCES = new Set(['system', 'loop_wakeup', 'schedule_wakeup', 'poll_event']);

/** `UserPromptSubmit`: a turn of the user. Only a marker if no person typed it or all of it is private. */
export const userPrompt: EventParser = (native) => {
  const prompt = textOf(native.raw, 'prompt') ?? '';
  const delivery = deliveryOf(native, promptKey(native, prompt));
  const links = link.prompt(native);
  if (!isTyped(native, prompt))
    return { events: [machinePrompt(native, prompt, { delivery, links })] };
  const turn = transcriptTurn('user', prompt);
  if (turn === null) {
    const draft = withIds(
      newDraft({ trigger: 'user-prompt-submit', private: prompt !== '' }),
      native,
    );
    return {
      events: [
        observed({
          type: 'hook.user_prompt_submitted',
          draft,
          channel: 'user',
          actorId: HOOK,
          links: [...links, prompt === '' ? 'public' : 'private'],
          ...delivery,
        }),
      ],
    };
  }
  return {
    events: [
      observed({
        type: 'transcript.turn',
        draft: withIds(turn, native),
        channel: 'user',
        actorId: 'user',
        links: [...links, 'public'],
        ...delivery,
      }),
    ],
    ...reminderOf(prompt),
  };
};

function isTyped({ raw }: Native, prompt: string): boolean {
  if (textOf(raw, 'agent_id') !== undefined || MACHINE_SOURCES.has(textOf(raw, 'source') ?? ''))
    return false;
  return !/^\s*<task-notification>/.test(prompt);
}

/** One prompt id can carry several prompts: those typed while the agent worked. */
function promptKey({ raw }: Native, prompt: string): string | undefined {
  const id = idOf(raw, 'prompt_id');
  return id === undefined ? undefined : `${id}:${contentDigest(prompt)}`;
}

function machinePrompt(
  native: Native,
  prompt: string,
  { delivery, links }: { delivery: { key: string; windowMs?: number }; links: string[] },
): ObservedEvent {
  const draft = withIds(newDraft({ trigger: 'user-prompt-submit' }), native);
  const isNotification = /^\s*<task-notification>/.test(prompt);
  draft.payload['prompt_source'] = isNotification
    ? 'task_notification'
    : (textOf(native.raw, 'source') ?? 'agent').slice(0, 40);
  putText(draft, 'content', prompt, EXCERPT_CHARS, { folded: true });
  return observed({
    type: 'hook.user_prompt_submitted',
    draft,
    channel: 'model',
    actorId: HOOK,
    links,
    causes: [link.agent(native)],
    ...delivery,
  });
}

/** `Stop`: the checkpoint, and the assistant's turn from the payload, because the transcript lags behind. */
export const stop: EventParser = (native) => {
  const { raw } = native;
  const said = textOf(raw, 'last_assistant_message') ?? '';
  const promptId = idOf(raw, 'prompt_id');
  // A refused stop comes again with the same prompt id.
  const id = promptId === undefined ? undefined : `${promptId}:${native.context.digest()}`;
  const delivery = deliveryOf(native, id);
  const causes = turnCauses(native);
  const events: ObservedEvent[] = [];
  const turn = transcriptTurn('assistant', said);
  if (turn !== null) {
    events.push(
      observed({
        type: 'transcript.turn',
        draft: withIds(turn, native),
        channel: 'model',
        actorId: 'assistant',
        causes,
        ...delivery,
        // Keyed by the text alone: the session file has the same text, but not the payload's other fields.
        key: `${promptId ?? delivery.key}:${contentDigest(said)}`,
      }),
    );
  }
  const draft = lifecycleDraft(native, 'stop');
  putPlain(draft, 'stop_hook_active', raw['stop_hook_active']);
  for (const list of ['background_tasks', 'session_crons']) {
    const items = raw[list];
    if (Array.isArray(items) && items.length > 0) draft.payload[list] = items.length;
  }
  events.push(
    observed({ type: 'hook.stop', draft, channel: 'system', actorId: HOOK, causes, ...delivery }),
  );
  return { events, reminder: { trigger: 'stop' } };
};
