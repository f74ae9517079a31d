import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COOL_DOWN_MS, decideReminder, NO_REMINDER_STATE, type ReminderState } from './policy.ts';

const MINUTE = 60_000;

function reasons(
  question: Partial<Parameters<typeof decideReminder>[0]>,
  state: Partial<ReminderState> = {},
): string[] {
  const asked = { trigger: 'stop', seq: 1, nowMs: 0, ...question };
  return decideReminder(asked, { ...NO_REMINDER_STATE, ...state }).reasons;
}

describe('an agent is reminded of its memory', () => {
  it.each([
    'session-start',
    'resume',
    'session-resumed',
    'precompact',
    'postcompact',
    'long-tool-run',
  ])('if its context changes: %s', (trigger) =>
    expect(reasons({ trigger })).toEqual(['context_boundary']),
  );

  it('if memory was not used for eight events, and while the log is empty', () => {
    expect([0, 1, 7, 8].map((seq) => reasons({ seq }))).toEqual([
      ['stale_memory_activity'],
      [],
      [],
      ['stale_memory_activity'],
    ]);
    expect(reasons({ seq: 20 }, { feedbackSeq: 13, checkoutSeq: 2 })).toEqual([]);
    expect(reasons({ seq: 21 }, { feedbackSeq: 13, bootstrapSeq: 2 })).toEqual([
      'stale_memory_activity',
    ]);
  });

  it('if the session is long or a prompt asks about the state of the work', () => {
    expect(reasons({ turnCount: 8 })).toEqual(['long_session']);
    expect(reasons({ turnCount: 7, summary: "So, WHAT'S LEFT to do?" })).toEqual([
      'where_are_we_query',
    ]);
  });

  it('with all reasons that apply, in one order', () => {
    expect(reasons({ trigger: 'precompact', seq: 9, turnCount: 9, summary: 'status' })).toEqual([
      'context_boundary',
      'stale_memory_activity',
      'long_session',
      'where_are_we_query',
    ]);
  });
});

describe('after a reminder', () => {
  const told = { remindedSeq: 20, remindedMs: MINUTE };

  it('waits for eight events and ten minutes', () => {
    const later = MINUTE + COOL_DOWN_MS;
    expect(reasons({ seq: 27, nowMs: later }, told)).toEqual([]);
    expect(reasons({ seq: 28, nowMs: later - 1 }, told)).toEqual([]);
    expect(reasons({ seq: 28, nowMs: later }, told)).toEqual(['stale_memory_activity']);
  });

  it('still reports a context boundary', () => {
    expect(reasons({ trigger: 'precompact', seq: 21, nowMs: MINUTE }, told)[0]).toBe(
      'context_boundary',
    );
  });

  it('is not silenced forever by a clock that went back or a new log', () => {
    expect(reasons({ seq: 28, nowMs: 0 }, told)).toEqual(['stale_memory_activity']);
    expect(reasons({ seq: 10, nowMs: MINUTE }, told)).toEqual(['stale_memory_activity']);
  });

  it('are never closer than the cool-down without a boundary', () => {
    const steps = fc.array(fc.record({ events: fc.nat(12), ms: fc.nat(15 * MINUTE) }), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(steps, (walk) => {
        let state: ReminderState = NO_REMINDER_STATE;
        let seq = 0;
        let nowMs = 0;
        for (const step of walk) {
          seq += step.events;
          nowMs += step.ms;
          if (decideReminder({ trigger: 'stop', seq, nowMs }, state).reasons.length === 0) continue;
          if (state.remindedSeq !== null) {
            expect(seq - state.remindedSeq).toBeGreaterThanOrEqual(8);
            expect(nowMs - state.remindedMs!).toBeGreaterThanOrEqual(COOL_DOWN_MS);
          }
          state = { ...state, remindedSeq: seq, remindedMs: nowMs };
        }
      }),
    );
  });
});
