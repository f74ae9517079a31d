/** A short form of `npm run verify:faults`, and a test that its comparison finds faults. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { openJsonlStore } from '@hookloom/log';
import { freshFolder } from './folder.ts';

interface Place {
  seq: number;
  hash: string;
  previousHash: string | null;
  line: string | null;
}

interface Observed {
  history: ({ kind: string; log: string; in?: string; reader?: string } & Pick<
    Place,
    'seq' | 'hash'
  >)[];
  machines: Record<string, string>;
  store: Record<string, { rows: Place[]; head: Pick<Place, 'seq' | 'hash'> }>;
}

const fileOf = (name: string) => pathToFileURL(path.resolve('test/faults', name)).href;

it.skipIf(!existsSync('/usr/lib/postgresql'))(
  'a killed sync or server and a cut network lose, duplicate and revert nothing',
  async () => {
    const { runFaults } = (await import(fileOf('main.mjs'))) as {
      runFaults(options: { names: string[]; isSmall: boolean }): Promise<{
        appended: number;
        acknowledged: number;
        read: number;
        faults: string[];
      }>;
    };
    const names = ['killed syncs', 'killed server', 'cut network'];
    const ran = await runFaults({ names, isSmall: true });
    expect(ran.faults).toEqual([]);
    expect(ran.appended).toBe(480);
    expect(ran.acknowledged).toBeGreaterThanOrEqual(480);
    expect(ran.read).toBeGreaterThan(0);
  },
  120_000,
);

it('the comparison of histories finds a lost, a duplicated, a changed and a reverted event', async () => {
  const folder = freshFolder();
  try {
    const log = openJsonlStore({ dir: path.join(folder.path, '.eventloom') });
    await log.append(
      's',
      ['one', 'two', 'three'].map((title) => ({
        type: 'decision.made',
        actorId: 'ann',
        payload: { title },
        origin: { channel: 'user' as const },
      })),
    );
    await log.close();
    const { judge, placesOf } = (await import(fileOf('check-history.mjs'))) as {
      judge(observed: Observed): { faults: string[] };
      placesOf(text: string): Place[];
    };
    const text = folder.read('.eventloom/s.jsonl');
    const judged = (change: (observed: Observed) => void) => {
      const rows = placesOf(text);
      const { seq, hash } = rows.at(-1)!;
      const observed: Observed = {
        history: [
          ...rows.map((row) => ({ ...row, kind: 'acknowledged', log: 'ann/s', in: 'store' })),
          { kind: 'read', reader: 'bob', log: 'ann/s', seq, hash },
        ],
        machines: { 'ann/s': text },
        store: { 'ann/s': { rows, head: { seq, hash } } },
      };
      change(observed);
      return judge(observed).faults.join('; ');
    };
    const rowsOf = ({ store }: Observed) => store['ann/s']!.rows;
    expect(judged(() => {})).toBe('');
    expect(judged((all) => rowsOf(all).pop())).toContain('acknowledged event 3 is lost');
    expect(judged((all) => rowsOf(all).push(rowsOf(all)[2]!))).toContain('is there twice');
    expect(judged((all) => (rowsOf(all)[1]!.line = rowsOf(all)[1]!.line!.replace('two', '2'))))
      // The chain of hashes is intact, but the text differs.
      .toContain('2 does not give its hash');
    expect(judged((all) => (all.store['ann/s']!.head.seq = 2))).toContain('is not its last event');
    expect(
      judged((all) => {
        const { seq, hash } = rowsOf(all)[0]!;
        all.history.push({ kind: 'read', reader: 'bob', log: 'ann/s', seq, hash });
      }),
    ).toContain('bob saw ann/s go back to 1');
  } finally {
    folder.remove();
  }
});
