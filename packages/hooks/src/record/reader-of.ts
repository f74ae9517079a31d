/** How a payload of a client is read, and which log events it becomes. The built hook has this in the client's own file. */
import type { ClientName, ParseHookEvent, ToEvents } from '@hookloom/core/hook';
import { CLIENTS } from '../clients/index.ts';
import { toEvents } from './to-events.ts';

export function readerOf(client: ClientName): { parse: ParseHookEvent; toEvents: ToEvents } {
  const { parse, asRecorded } = CLIENTS[client];
  if (asRecorded === undefined) return { parse, toEvents };
  return { parse, toEvents: (event, context) => toEvents(...asRecorded(event, context)) };
}
