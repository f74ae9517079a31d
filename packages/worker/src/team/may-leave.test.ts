import { expect, it } from 'vitest';
import { CHANNELS, type Channel, type StoredEvent } from '@hookloom/core/events';
import { mayLeave } from './may-leave.ts';

const event = (type: string, channel: Channel | null, shredded = false) =>
  ({
    type,
    origin: channel === null ? null : { channel },
    shredded: shredded ? { by: 'evt_1', digest: '' } : null,
  }) as StoredEvent;

it('pages, files, outputs and answers of other servers stay on the machine', () => {
  const gone = CHANNELS.filter((channel) => mayLeave(event('decision.made', channel), 'memory'));
  expect(gone).toEqual(['user', 'system', 'model']);
  expect(mayLeave(event('decision.made', null), 'memory')).toBe(false);
});

it('decisions leave; the conversation only where a person chose that', () => {
  expect(mayLeave(event('decision.made', 'model'), 'decisions')).toBe(true);
  expect(mayLeave(event('transcript.turn', 'user'), 'decisions')).toBe(false);
  expect(mayLeave(event('transcript.turn', 'user'), 'memory')).toBe(true);
});

it('what is kept for replay only, and what was forgotten, never leaves', () => {
  expect(mayLeave(event('hook.executed', 'system'), 'memory')).toBe(false);
  expect(mayLeave(event('decision.made', 'user', true), 'memory')).toBe(false);
});
