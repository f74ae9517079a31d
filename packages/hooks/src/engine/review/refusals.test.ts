import { expect, it } from 'vitest';
import { HOOK_EVENT_TYPES } from '@hookloom/core/hook';
import { CLIENTS } from '../../clients/index.ts';
import { newEvent } from '../../payload/fields.ts';
import { merge } from '../merge.ts';
import { answersOf, type Refusal } from './refusals.ts';

const CHANGED = 'guard.sh differs from the reviewed version.';

function refusal(file: string, why: string, refused = true): Refusal {
  const said = `a critical hook did not run (${file}): ${why}`;
  return {
    handler: null,
    why,
    response: refused
      ? { decision: 'deny', reason: `Refused: ${said}`, system_message: `Refused: ${said}` }
      : { decision: 'none', system_message: said },
    report: { kind: 'changed', refused, critical: true, file, hook_event: 'x', detail: why },
  };
}

const count = (text: string | undefined, part: string): number =>
  (text ?? '').split(part).length - 1;

it('says once why several guards with one script did not run, and names each of them', () => {
  const found = ['a:1', 'a:4', 'b:1'].map((file) => refusal(file, CHANGED));
  const { response } = merge(answersOf(found));
  expect(response).toEqual({
    decision: 'deny',
    reason: `Refused: 3 critical hooks did not run (a:1, a:4, b:1): ${CHANGED}`,
    system_message: `Refused: 3 critical hooks did not run (a:1, a:4, b:1): ${CHANGED}`,
  });
});

it('says each different reason, and names a file with several guards once', () => {
  const found = [refusal('a', CHANGED), refusal('b', 'it is gone.'), refusal('a', CHANGED)];
  const { response } = merge(answersOf(found));
  expect(response.reason).toBe(
    `Refused: a critical hook did not run (a): ${CHANGED}\nRefused: a critical hook did not run (b): it is gone.`,
  );
});

it('does not refuse if an event can only be reported', () => {
  const found = ['a', 'b'].map((file) => refusal(file, CHANGED, false));
  expect(answersOf(found)).toEqual([
    { decision: 'none', system_message: `2 critical hooks did not run (a, b): ${CHANGED}` },
  ]);
});

it.each(['claude-code', 'codex', 'gemini', 'copilot', 'cursor'] as const)(
  'no field of the answer to %s repeats the reason of a refusal',
  (name) => {
    const natives = {
      'claude-code': 'PreToolUse',
      codex: 'PreToolUse',
      gemini: 'BeforeTool',
      copilot: 'preToolUse',
      cursor: 'preToolUse',
    };
    const type = HOOK_EVENT_TYPES.BEFORE_TOOL;
    const event = newEvent(
      { source: name, type, native: natives[name] },
      {},
      { nowMs: 0, raw: '' },
    );
    const news = { decision: 'none', system_message: 'Hooks were reviewed.' } as const;
    const found = ['a:1', 'a:4', 'b:1'].map((file) => refusal(file, CHANGED));
    const { stdout } = CLIENTS[name].render(merge([news, ...answersOf(found)]).response, event, {});
    const fields: string[] = [];
    JSON.parse(stdout, (_key, value: unknown) => {
      if (typeof value === 'string') fields.push(value);
      return value;
    });
    expect(fields.some((text) => text.includes(CHANGED))).toBe(true);
    for (const text of fields) expect(count(text, CHANGED)).toBeLessThanOrEqual(1);
  },
);
