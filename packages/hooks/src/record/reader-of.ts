/** How a payload of a client is read, and what it becomes in the log. The built hook has this in the client's own file. */
import type { ClientName } from '@hookloom/core/hook/event-types';
import type { ParseHookEvent } from '@hookloom/core/hook/hook-event';
import type { ToEvents } from '@hookloom/core/hook/observed-event';
import { CLIENTS } from '../clients/index.ts';
import { toEvents } from './to-events.ts';

export function readerOf(client: ClientName): { parse: ParseHookEvent; toEvents: ToEvents } {
  const { parse, asRecorded } = CLIENTS[client];
  if (asRecorded === undefined) return { parse, toEvents };
  return { parse, toEvents: (event, context) => toEvents(...asRecorded(event, context)) };
}
