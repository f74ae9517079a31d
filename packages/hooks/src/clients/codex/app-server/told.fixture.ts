/** The messages of an app-server as events. */
import type { HookEvent } from '@hookloom/core/hook';
import type { JsonObject } from '@hookloom/core';
import { readMessage } from './message.ts';
import { createEventTranslator, type EventTranslator } from './to-hook-event.ts';

export const NOW_MS = 1_700_000_000_000;

export function translateMessage(translator: EventTranslator, message: JsonObject): HookEvent[] {
  const received = readMessage(JSON.stringify(message));
  if (received.kind !== 'incoming') throw new Error(`not an incoming message: ${received.kind}`);
  return translator.translate(received.incoming, NOW_MS);
}

export const eventsOf = (...messages: JsonObject[]): HookEvent[] => {
  const translator = createEventTranslator();
  return messages.flatMap((message) => translateMessage(translator, message));
};

export const typesOf = (...messages: JsonObject[]): string[] =>
  eventsOf(...messages).map((event) => event.event_type);

export const threadId = 'thr_abc123';

export const turnId = 'turn_xyz789';

export const turn = (method: string, more: JsonObject = {}): JsonObject => ({
  method: `turn/${method}`,
  params: { threadId, turn: { id: turnId, status: 'in_progress', ...more } },
});

export const item = (method: string, more: JsonObject): JsonObject => ({
  method: `item/${method}`,
  params: { threadId, turnId, item: more },
});

export const userMessage = (id: string, ...texts: string[]): JsonObject => ({
  type: 'userMessage',
  id,
  content: texts.map((text) => ({ type: 'text', text })),
});
