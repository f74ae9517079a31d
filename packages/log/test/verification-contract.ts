/** How every `EventStore` verifies its logs. A part of `describeEventStore`. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { event, isChain, readAll, S, type StoreUnderTest } from './store-under-test.ts';

export function describeVerification(under: () => StoreUnderTest): void {
  test('verifies everything it wrote', async () => {
    const batches = fc.array(
      fc.array(fc.dictionary(fc.string({ unit: 'grapheme', maxLength: 8 }), fc.jsonValue()), {
        minLength: 1,
        maxLength: 4,
      }),
      { minLength: 1, maxLength: 4 },
    );
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(batches, async (all) => {
        const session = `run-${runs++}`;
        for (const payloads of all)
          await under().store.append(
            session,
            payloads.map((payload) => event(JSON.parse(JSON.stringify(payload)))),
            {
              durability: 'os',
            },
          );
        const events = await readAll(under().store, session);
        expect(isChain(events)).toBe(true);
        expect(await under().store.verify(session)).toMatchObject({
          ok: true,
          total_events: all.flat().length,
        });
      }),
      { numRuns: 25 },
    );
  });

  test('checks a log against an earlier checkpoint', async () => {
    const [first] = await under().store.append(S, [event({ n: 1 })]);
    const { seq, hash } = first!;
    await under().store.append(S, [event({ n: 2 })]);
    const against = { session: S, seq, hash };
    expect((await under().store.verify(S, { against })).ok).toBe(true);
    const forged = await under().store.verify(S, {
      against: { ...against, hash: `sha256:${'0'.repeat(64)}` },
    });
    expect({ ok: forged.ok, reason: forged.broken_reason }).toEqual({
      ok: false,
      reason: 'checkpoint_mismatch',
    });
  });

  test('finds a flipped, dropped, swapped, duplicated and missing last event', async () => {
    const change: Record<string, (lines: string[]) => string[]> = {
      flipped: (lines) => lines.map((line, i) => (i === 1 ? line.replace('"n":2', '"n":9') : line)),
      dropped: (lines) => lines.toSpliced(1, 1),
      swapped: ([a, b, c, ...rest]) => [a!, c!, b!, ...rest],
      doubled: (lines) => lines.toSpliced(1, 0, lines[1]!),
    };
    for (const [what, damaged] of Object.entries(change)) {
      const { damage } = under();
      if (damage === undefined) return;
      for (let n = 1; n <= 4; n++) await under().store.append(what, [event({ n })]);
      const { head } = await under().store.verify(what);
      await damage(what, damaged);
      const report = await under().store.verify(what);
      expect([what, report.ok, typeof report.broken_at_seq]).toEqual([what, false, 'number']);
      expect(head?.seq).toBe(4);
    }
    for (let n = 1; n <= 4; n++) await under().store.append('cut', [event({ n })]);
    const { head } = await under().store.verify('cut');
    await under().damage?.('cut', (lines) => lines.slice(0, -1));
    const cut = await under().store.verify('cut', { against: { session: 'cut', ...head! } });
    expect({ ok: cut.ok, reason: cut.broken_reason }).toEqual({ ok: false, reason: 'cut_tail' });
  });
}
