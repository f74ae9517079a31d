import { expect, it } from 'vitest';
import { CHANNELS, type Channel, type StoredEvent } from '@hookloom/core/events';
import { mayLeave } from './may-leave.ts';

const event = (type: string, channel: Channel | null, shredded = false) =>
  ({
    type,
    origin: channel === null ? null : { channel },
    shredded: shredded ? { by: 'evt_1', digest: '' } : null,
  }) as StoredEvent;

it('keeps pages, files, outputs and answers of other servers on the machine', () => {
  const gone = CHANNELS.filter((channel) => mayLeave(event('decision.made', channel), 'memory'));
  expect(gone).toEqual(['user', 'system', 'model']);
  expect(mayLeave(event('decision.made', null), 'memory')).toBe(false);
});

it('sends decisions, and the conversation only if a person chose that', () => {
  expect(mayLeave(event('decision.made', 'model'), 'decisions')).toBe(true);
  expect(mayLeave(event('transcript.turn', 'user'), 'decisions')).toBe(false);
  expect(mayLeave(event('transcript.turn', 'user'), 'memory')).toBe(true);
});

it('never sends what is stored only for replay, or what was forgotten', () => {
  expect(mayLeave(event('hook.executed', 'system'), 'memory')).toBe(false);
  expect(mayLeave(event('decision.made', 'user', true), 'memory')).toBe(false);
});
