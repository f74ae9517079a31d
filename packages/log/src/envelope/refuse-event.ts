/** Says why an event may not be written, and what to do. A separate file, because hooks rarely need these texts. */
import { invalidRequest, type HookloomError } from '@hookloom/core';
import { CHANNELS } from '@hookloom/core/events';

const FAULTS = {
  type: ['its type', 'Use lower-case words joined by dots, such as decision.made.'],
  payload: ['its payload', 'Send a JSON object.'],
  key: ['a payload key', 'Leave it out: the write path sets it.'],
  delivered_id: ['an id together with a delivery', 'Leave the id out.'],
  causes: ['its causedBy', 'Send event ids.'],
  size: ['a payload above 1 MiB', 'Store the content as a file and append its digest.'],
  id: ['its id', 'Use evt_ and 1 to 128 of A-Z a-z 0-9 _ -.'],
  batch: ['too many events', 'Send at most 10000.'],
  delivery: ['its delivery', 'Give a scope and a key as strings.'],
  origin: ['its origin', `Name one channel of ${CHANNELS.join(', ')}.`],
  timestamp: ['its timestamp', 'Use ISO 8601, such as 2026-01-01T00:00:00.000Z.'],
  name: ['a name', 'Use a well-formed string of 1 to 512 characters.'],
} as const;

/** @param what The part of the event, where the fault may be in several. */
export function refuseEvent(fault: keyof typeof FAULTS, what?: string): HookloomError {
  const [part, remediation] = FAULTS[fault];
  const message = `The event was refused for ${what ?? part}.`;
  return invalidRequest(message, remediation);
}
