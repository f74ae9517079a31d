import { expect, it } from 'vitest';
import { newEvent } from '../payload/fields.ts';
import { deliveryOf } from './observer.ts';

const AT = '2026-11-22T10:00:01.123Z';

function delivered(source: 'gemini' | 'codex', sent: string | null) {
  const raw = JSON.stringify({ tool_name: 'read_file', ...(sent !== null && { timestamp: sent }) });
  const context = { root: '/p', digest: () => raw };
  const head = { source, type: 'after_tool', native: 'AfterTool' } as const;
  const event = newEvent(head, sent === null ? {} : { timestamp: sent }, { nowMs: 0, raw });
  return deliveryOf(event, context, null);
}

it('Gemini CLI sends the time of an event: an equal payload is the same delivery, however late it comes', () => {
  expect(delivered('gemini', AT)).not.toHaveProperty('windowMs');
  expect(delivered('gemini', AT).key).not.toBe(delivered('gemini', AT.replace('3Z', '4Z')).key);
});

it('without a time in the payload an equal one is the same delivery for five seconds only', () => {
  expect(delivered('gemini', null)).toMatchObject({ windowMs: 5_000 });
  expect(delivered('codex', null)).toMatchObject({ windowMs: 5_000 });
});
