import { invalidRequest } from '@hookloom/core';
import { texts } from './options.ts';

export const sourceOption = {
  sourceEvent: texts(
    '--source-event <seq:hash...>',
    'event that supports it, such as 42:0464261d6ec0 (12 to 64 digits of its hash); may be repeated',
  ),
};

/** Throws `invalid_request`. */
export function sourceEventsOf(given: string[] | undefined): { seq: number; hash: string }[] {
  return (given ?? []).map((text) => {
    const [, seq, hash] = /^(\d{1,15})[:#]([0-9a-f]{12,64})$/.exec(text) ?? [];
    if (seq === undefined || hash === undefined)
      throw invalidRequest(
        'A --source-event must have the form SEQ:HASH.',
        'Copy both from a citation: eventloom://SESSION/events/SEQ#HASH.',
      );
    return { seq: Number(seq), hash };
  });
}
