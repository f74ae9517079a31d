/** The log events of a payload, for tests. */
import type { ClientName, HookContext, ObservedHook } from '@hookloom/core/hook';
import type { JsonObject } from '@hookloom/core';
import { readerOf } from './reader-of.ts';

export interface PayloadContext extends HookContext {
  /** The event's name if the command names it. */
  nativeEvent?: string | undefined;
}

export type ObservePayload = (payload: JsonObject, context: PayloadContext) => ObservedHook;

export function observing(client: ClientName): ObservePayload {
  const { parse, toEvents } = readerOf(client);
  return (payload, { nativeEvent, ...context }) =>
    toEvents(parse(payload, { nowMs: 1_795_000_000_000, raw: '', nativeEvent }), context);
}
