/** Events of a turn, from the prompt to the last message. */
import { isJsonObject, type JsonObject, type JsonValue } from '@hookloom/core';
import type { HookEvent } from '@hookloom/core/hook';
import { eventOf } from './event-of.ts';
import type { Incoming } from './message.ts';
import { text, turnOf, type ThreadMemory, type TurnMemory } from './thread-memory.ts';

export function turnStarted(
  incoming: Incoming,
  memory: ThreadMemory,
  turn: JsonObject,
  nowMs: number,
): HookEvent[] {
  const flushed = release(memory, memory.turn, null, nowMs);
  const current = turnOf(memory, text(turn['id']) ?? '');
  current.held = incoming;
  const message = itemsOf(turn).find((item) => item['type'] === 'userMessage');
  if (message === undefined) return flushed;
  current.told.add(text(message['id']) ?? '');
  return [...flushed, ...release(memory, current, promptOf(message), nowMs)];
}

/** Reports the delayed start of the turn; nothing if it was reported before. */
export function release(
  memory: ThreadMemory,
  turn: TurnMemory,
  prompt: string | null,
  nowMs: number,
): HookEvent[] {
  const { held } = turn;
  if (held === null) return [];
  turn.held = null;
  return [eventOf('before_agent', held, memory, nowMs, { prompt })];
}

export function turnCompleted(
  incoming: Incoming,
  memory: ThreadMemory,
  turn: JsonObject,
  nowMs: number,
): HookEvent[] {
  const current = turnOf(memory, text(turn['id']) ?? '');
  for (const item of itemsOf(turn)) noteMessage(current, item);
  const error = isJsonObject(turn['error']) ? turn['error'] : {};
  const told = { last_assistant_message: current.lastMessage, message: text(error['message']) };
  if (turn['status'] === 'interrupted')
    return [eventOf('interrupt', incoming, memory, nowMs, told)];
  if (turn['status'] !== 'failed') return [eventOf('after_agent', incoming, memory, nowMs, told)];
  const info = error['codexErrorInfo'];
  const kind = isJsonObject(info) ? Object.keys(info)[0] : info;
  return [
    eventOf('stop_failure', incoming, memory, nowMs, { ...told, subject: text(kind) ?? 'unknown' }),
  ];
}

/**
 * The first message of a turn is the prompt of `turn/started`; a later one was steered in
 * (docs/reference/client-behaviour.md#codex-app-server).
 */
export function userMessage(
  incoming: Incoming,
  memory: ThreadMemory,
  turn: TurnMemory,
  item: JsonObject,
  nowMs: number,
): HookEvent[] {
  const id = text(item['id']) ?? '';
  if (turn.told.has(id)) return [];
  turn.told.add(id);
  const prompt = promptOf(item);
  if (turn.held !== null) return release(memory, turn, prompt, nowMs);
  const steered = { prompt, metadata: { steered: true } };
  return [eventOf('before_agent', incoming, memory, nowMs, steered)];
}

/** Codex 0.169.0 reports it twice: as an item, and in the older notification. */
export function compacted(incoming: Incoming, memory: ThreadMemory, nowMs: number): HookEvent[] {
  const turn = turnOf(memory, text(incoming.params['turnId']) ?? memory.turn.id);
  if (turn.compacted) return [];
  turn.compacted = true;
  return [eventOf('post_compact', incoming, memory, nowMs, {})];
}

export function noteMessage(turn: TurnMemory, item: JsonObject): void {
  // `message` is the older name of the item's type.
  if (item['type'] !== 'agentMessage' && item['type'] !== 'message') return;
  turn.lastMessage = text(item['text']) ?? turn.lastMessage;
}

function promptOf(item: JsonObject): string | null {
  const content = item['content'];
  if (!Array.isArray(content)) return text(content);
  const parts = content.flatMap((part) => (isJsonObject(part) ? [text(part['text'])] : []));
  return text(parts.filter((part) => part !== null).join('\n'));
}

function itemsOf(turn: JsonObject): JsonObject[] {
  const items: JsonValue | undefined = turn['items'];
  return Array.isArray(items) ? items.filter(isJsonObject) : [];
}
