/** What a team shares through its repository, and whose files a person trusts. */
import { z } from 'zod';
import { SHARED_KINDS } from '../session-names.ts';
import { by, eventFamily } from './definition.ts';

const text = z.string();
const line = z.string().regex(/^[0-9a-f]{64}$/);

export const shareEvents = eventFamily(by('alice@thinkpad', 'operation', 'share_publish'), {
  'share.said': {
    summary:
      'A writer shared a statement, a decision, a rule, a pinned fact or a skill. It is in the writer’s own file in the repository, never in a log.',
    schema: z.looseObject({
      kind: z.enum(SHARED_KINDS),
      text: z.string().min(1).max(1000),
      why: z.string().max(1000).optional(),
      /** Who said it there: the writer, or an assistant of the writer. */
      by: z.enum(['user', 'assistant']),
      /** When it was said, ISO 8601. */
      since: text,
    }),
    example: {
      kind: 'decision',
      text: 'The API listens on port 8080.',
      by: 'user',
      since: '2026-10-01T09:00:00.000Z',
    },
  },
  'share.ended': {
    summary: 'A writer ended the validity of something that it had shared.',
    schema: z.looseObject({ kind: z.enum(SHARED_KINDS), text: z.string().min(1).max(1000) }),
    example: { kind: 'decision', text: 'The API listens on port 8080.' },
  },
  'share.forgotten': {
    summary:
      'A writer forgot shared lines. The writer’s own lines are removed everywhere, and lines of other writers if this writer is trusted.',
    schema: z.looseObject({ lines: z.array(line).min(1).max(1000) }),
    example: { lines: ['0464261d6ec01dee9964d5ccc6f0b9bf0464261d6ec01dee9964d5ccc6f0b9bf'] },
  },
  'share.trusted': decided('A person accepted the key of a writer of shared memory.'),
  'share.distrusted': decided('A person stopped trusting a writer of shared memory.'),
});

function decided(summary: string) {
  return {
    class: 'telemetry',
    operation: 'share_trust',
    actor: 'user',
    summary,
    schema: z.looseObject({ key: text, author: text }),
    example: { key: 'Hk3v9…', author: 'alice@thinkpad' },
  } as const;
}
