/**
 * How a client's payload is read, and which log events it becomes. In the built hook, this is part of the client's
 * file.
 */
import type { ClientName, ParseHookEvent, ToEvents } from '@hookloom/core/hook';
import { CLIENTS } from '../clients/index.ts';
import { toEvents } from './to-events.ts';

export function readerOf(client: ClientName): { parse: ParseHookEvent; toEvents: ToEvents } {
  const { parse, asRecorded } = CLIENTS[client];
  if (asRecorded === undefined) return { parse, toEvents };
  return { parse, toEvents: (event, context) => toEvents(...asRecorded(event, context)) };
}
