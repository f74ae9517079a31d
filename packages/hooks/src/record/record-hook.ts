/** Records a hook event that is already parsed, for the worker. Not part of the hook path. */
import { existsSync } from 'node:fs';
import { contentDigest, type HookEvent, type ObservedEvent } from '@hookloom/core/hook';
import type { Speaker } from '../hook-event/speaker.ts';
import {
  privateMark,
  recordObserved,
  type Appended,
  type Target,
  openLinks,
} from './record-delivery.ts';
import { readerOf } from './reader-of.ts';
import { toEvents } from './to-events.ts';

/**
 * Like `recordDelivery` for the same payload: a delivery that arrived over both routes is recorded once.
 *
 * @param speaker Who wrote a prompt; called only if there is one.
 */
export function recordHook(
  target: Target,
  event: HookEvent,
  appendBy: () => number,
  speaker: () => Speaker,
): Appended {
  const bytes = Buffer.from(event.raw);
  const context = {
    root: target.root,
    digest: () => contentDigest(bytes.toString('latin1').trimEnd()),
  };
  // A wrapper contains the documented fields, not the client's own.
  const isNative = event.metadata['flavour'] === undefined;
  const observed = (isNative ? readerOf(event.source).toEvents : toEvents)(event, context);
  const events = observed.events.map((one) =>
    one.channel === 'user' ? spokenBy(speaker(), one) : one,
  );
  return recordObserved(target, { ...observed, events }, undefined, appendBy);
}

/** Text that only claims to be the user's is recorded as text of the agent or of a program. */
function spokenBy(speaker: Speaker, event: ObservedEvent): ObservedEvent {
  if (speaker === 'user') return event;
  const isAgent = speaker === 'agent';
  const actor = isAgent ? 'agent' : 'zaxy-observer';
  return {
    ...event,
    channel: isAgent ? 'model' : 'tool',
    actorId: event.actorId === 'user' ? actor : event.actorId,
  };
}

/**
 * Whether a client's session is currently working on an entirely private prompt, as `recordObserved` decides before it
 * writes.
 */
export function isPrivateTurn(
  { dir, client, stateDir }: Pick<Target, 'dir' | 'client' | 'stateDir'>,
  clientSession: string,
): boolean {
  const { find } = openLinks(dir, client, clientSession);
  return (
    existsSync(privateMark(clientSession, stateDir)) ||
    (find('private') ?? '') > (find('public') ?? '')
  );
}
