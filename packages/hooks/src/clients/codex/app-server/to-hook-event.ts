/** Turns notifications and requests of the app-server into hook events. */
import { isJsonObject, type JsonObject } from '@hookloom/core';
import type { HookEvent } from '@hookloom/core/hook';
import { approvalEvent } from './approval-event.ts';
import { eventOf } from './event-of.ts';
import { threadOf, type Incoming } from './message.ts';
import { rememberItem, text, ThreadMemories, turnOf, type ThreadMemory } from './thread-memory.ts';
import { endedTool, isToolItem } from './tool-seen.ts';
import {
  compacted,
  noteMessage,
  release,
  turnCompleted,
  turnStarted,
  userMessage,
} from './turn-events.ts';

/** Methods that can become an event, or that later messages need. */
const CONCERNS = new Set([
  'thread/started',
  'thread/closed',
  'thread/archived',
  // An older, documented spelling.
  'thread/archive',
  'thread/compacted',
  'turn/started',
  'turn/completed',
  'item/started',
  'item/completed',
  'warning',
]);

export type EventTranslator = ReturnType<typeof createEventTranslator>;

export function createEventTranslator() {
  const memories = new ThreadMemories();
  return {
    /** Whether a notification of that method must be passed to `translate`. Requests always must. */
    concerns: (method: string) => CONCERNS.has(method),
    /** Stores what one of our calls returned about a thread. */
    learn: (result: JsonObject) => memories.learn(result),
    /**
     * The events of a message, in order; none for most messages. `turn/started` waits for the user's message, which follows
     * it and has the prompt, or for anything else that follows. Never throws.
     *
     * @param nowMs Epoch milliseconds; used if the message has no time.
     */
    translate(incoming: Incoming, nowMs: number): HookEvent[] {
      if (incoming.id === null && !CONCERNS.has(incoming.method)) return [];
      if (incoming.method === 'thread/started') memories.learn(incoming.params);
      const memory = memories.of(threadOf(incoming));
      const before = memory.turn;
      const { held } = before;
      const events = translated(incoming, memory, nowMs);
      // The delayed event comes first if something else has happened.
      const late = before.held === held && (events.length > 0 || memory.turn !== before);
      return late ? [...release(memory, before, null, nowMs), ...events] : events;
    },
  };
}

function translated(incoming: Incoming, memory: ThreadMemory, nowMs: number): HookEvent[] {
  const { method, params } = incoming;
  if (incoming.id !== null) return [approvalEvent(incoming, memory, nowMs)];
  const item = isJsonObject(params['item']) ? params['item'] : null;
  const turn = isJsonObject(params['turn']) ? params['turn'] : {};
  switch (method) {
    case 'thread/started':
      return [threadStarted(incoming, memory, nowMs)];
    case 'thread/closed':
    case 'thread/archived':
    case 'thread/archive':
      return threadEnded(incoming, memory, nowMs);
    case 'turn/started':
      return turnStarted(incoming, memory, turn, nowMs);
    case 'turn/completed':
      return turnCompleted(incoming, memory, turn, nowMs);
    case 'item/started':
    case 'item/completed':
      return item === null ? [] : itemMoved(incoming, memory, item, nowMs);
    case 'thread/compacted':
      return compacted(incoming, memory, nowMs);
    default:
      return [
        eventOf('notification', incoming, memory, nowMs, {
          message: text(params['message']),
          subject: method,
        }),
      ];
  }
}

function threadStarted(incoming: Incoming, memory: ThreadMemory, nowMs: number): HookEvent {
  const thread = isJsonObject(incoming.params['thread']) ? incoming.params['thread'] : {};
  const forked = text(thread['forkedFromId']) !== null;
  return eventOf('session_start', incoming, memory, nowMs, {
    subject: forked ? 'fork' : 'startup',
  });
}

/** An archived thread is also closed, but ends only once. */
function threadEnded(incoming: Incoming, memory: ThreadMemory, nowMs: number): HookEvent[] {
  if (memory.ended) return [];
  memory.ended = true;
  return [eventOf('session_end', incoming, memory, nowMs, { subject: 'other' })];
}

function itemMoved(incoming: Incoming, memory: ThreadMemory, item: JsonObject, nowMs: number) {
  const turn = turnOf(memory, text(incoming.params['turnId']) ?? memory.turn.id);
  const ended = incoming.method === 'item/completed';
  if (item['type'] === 'userMessage') return userMessage(incoming, memory, turn, item, nowMs);
  if (item['type'] === 'contextCompaction') return ended ? compacted(incoming, memory, nowMs) : [];
  noteMessage(turn, item);
  if (!isToolItem(item)) return [];
  if (!ended) {
    rememberItem(memory, item);
    return [];
  }
  const failed =
    item['status'] === 'failed' || item['status'] === 'declined' || item['success'] === false;
  const id = text(item['id']);
  if (id !== null) memory.items.delete(id);
  return [
    eventOf(failed ? 'tool_failure' : 'after_tool', incoming, memory, nowMs, {
      tool: endedTool(item, failed),
      tool_use_id: id,
      metadata: failed ? { is_failure: true } : {},
    }),
  ];
}
