import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createLogUnderTest, event, S, type LogUnderTest } from '../../test/log-under-test.ts';

describe('an append from a short-lived process', () => {
  let under: LogUnderTest;
  let dir: LogUnderTest['dir'];
  let log: LogUnderTest['log'];
  let append: LogUnderTest['append'];
  let stored: LogUnderTest['stored'];
  let summary: LogUnderTest['summary'];
  let expectVerified: LogUnderTest['expectVerified'];
  beforeEach(() => {
    under = createLogUnderTest();
    ({ dir, log, append, stored, summary, expectVerified } = under);
  });
  afterEach(() => under.sandbox.close());

  test('continues logs that older writers left, in their own chain', async () => {
    const hash = 'a'.repeat(64);
    const v1 = (id: string, integrity: object): string =>
      JSON.stringify({
        id,
        type: 'goal.created',
        actorId: 'user',
        threadId: S,
        parentEventId: null,
        causedBy: [],
        timestamp: '2026-01-01T00:00:00Z',
        payload: {},
        integrity,
      });
    const tails: Record<string, { text: string; seq: number }> = {
      'Zaxy form': {
        text: `${v1('evt_zaxy_000000000041_3579bda67aea7d9b', { hash: `sha256:${hash}`, previousHash: null })}\n`,
        seq: 41,
      },
      'TypeScript form, counted': {
        text:
          `${v1('evt_V1StGXR8_Z5jdHi6B-myT', { hash: `sha256:${hash}`, previousHash: null })}\n`.repeat(
            3,
          ) + '\n \r\n',
        seq: 3,
      },
      'legacy form': {
        text: `${JSON.stringify({ seq: 7, type: 'note', actor: 'user', thread: S, payload: {}, prev_hash: null, hash })}\n`,
        seq: 7,
      },
    };
    for (const [form, { text, seq }] of Object.entries(tails)) {
      rmSync(dir, { recursive: true, force: true });
      mkdirSync(dir);
      writeFileSync(log, text);
      const outcome = append([event('new')]);
      expect([form, outcome]).toMatchObject([
        form,
        { kind: 'appended', results: [{ seq: seq + 1, previousHash: `sha256:${hash}` }] },
      ]);
    }
  });

  test('orders by number, not by time, if the clock goes backwards', async () => {
    let nowMs = Date.UTC(2026, 0, 1);
    const now = () => (nowMs -= 3_600_000);
    for (let i = 0; i < 5; i++) append([event(String(i))], { now });
    expect(summary()).toEqual(['0', '1', '2', '3', '4']);
    expect(new Set(stored().map(({ id }) => id)).size).toBe(5);
    await expectVerified();
  });
});
