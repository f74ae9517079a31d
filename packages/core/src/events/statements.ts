/** A person's decisions about statements of an assistant. */
import { z } from 'zod';
import { by, eventFamily } from './definition.ts';

const text = z.string();
const citation = 'eventloom://project-default/events/7#0464261d6ec0';

export const REVIEW_ACTIONS = ['accept', 'reject', 'edit', 'merge', 'undo'] as const;
export type ReviewAction = (typeof REVIEW_ACTIONS)[number];

export const statementEvents = eventFamily(by('user', 'operation', 'inbox'), {
  'statement.reviewed': {
    summary:
      'A person accepted, rejected, edited or merged a proposed statement, or undid that. It counts only through the channel `user`.',
    schema: z.looseObject({
      /** The event with the statement. */
      citation: text,
      /** A digest of its words without case and punctuation, so that the same words have the same key. */
      key: text,
      action: z.enum(REVIEW_ACTIONS),
      kind: text.optional(),
      /** With `edit`: the person's replacement. */
      text: text.optional(),
      /** With `merge`: the event and the key of the statement that it joins. */
      into: text.optional(),
      into_statement: text.optional(),
    }),
    example: {
      citation,
      key: '0464261d6ec01dee9964d5ccc6f0b9bf',
      action: 'edit',
      kind: 'decision',
      text: 'We keep SQLite, because it needs no server.',
    },
  },
});
