/** A person's decisions about single texts that the memory withholds. */
import { z } from 'zod';
import { by, eventFamily } from './definition.ts';

const text = z.string();
const hex = '0464261d6ec01dee9964d5ccc6f0b9bf597baff9b62115257c650cb8d5cdfd08';

/** `hash` is the full hash of the event, and so of its text: another text needs another decision. */
const decision = z.looseObject({ citation: text, hash: text, reason: text.optional() });

export const quarantineEvents = eventFamily(by('user', 'operation', 'memory_quarantine'), {
  'memory.released': {
    summary:
      'A person released a withheld text. It counts only through the channel `user`, and the text stays reported: it never becomes a fact.',
    schema: decision,
    example: {
      citation: `eventloom://project-default/events/7#${hex.slice(0, 12)}`,
      hash: hex,
      reason: 'quotes an attack in a security note',
    },
  },
  'memory.quarantined': {
    summary:
      'A person withheld a text from every checkout, or withdrew a release. It counts only through the channel `user`.',
    schema: decision,
    example: {
      citation: `eventloom://project-default/events/7#${hex.slice(0, 12)}`,
      hash: hex,
      reason: 'planted by a web page',
    },
  },
});
