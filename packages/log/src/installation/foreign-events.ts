/** How the events of another installation's log are returned: as reported, whatever they claim to be. */
import { ARCHIVE, CHANNELS, type Channel, type StoredEvent } from '@hookloom/core/events';
import { examineLog } from './examine-log.ts';

const REPORTED: Channel = 'file';

/**
 * The less trusted of the event's own channel and that of a file from another author. It is only history: an operation
 * of another installation has no effect here.
 */
export function asReported(event: StoredEvent): StoredEvent {
  const own = event.origin?.channel ?? REPORTED;
  const channel = CHANNELS.indexOf(own) > CHANNELS.indexOf(REPORTED) ? own : REPORTED;
  return {
    ...event,
    origin: { ...event.origin, channel, written_by: ARCHIVE },
    sealedOrigin: event.origin,
  };
}

/** Checks whether the log of a session is foreign. A log of ours stays ours, so it is not checked again. */
export function foreignLogs(dir: string): (session: string) => boolean {
  const own = new Set<string>();
  return (session) => {
    if (own.has(session)) return false;
    const { ownership } = examineLog(dir, session);
    if (ownership === 'own') own.add(session);
    return ownership === 'foreign';
  };
}
