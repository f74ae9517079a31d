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

it("an equal payload of Gemini CLI, which sends the event's time, is the same delivery at any time", () => {
  expect(delivered('gemini', AT)).not.toHaveProperty('windowMs');
  expect(delivered('gemini', AT).key).not.toBe(delivered('gemini', AT.replace('3Z', '4Z')).key);
});

it('an equal payload without a time is the same delivery only for five seconds', () => {
  expect(delivered('gemini', null)).toMatchObject({ windowMs: 5_000 });
  expect(delivered('codex', null)).toMatchObject({ windowMs: 5_000 });
});
