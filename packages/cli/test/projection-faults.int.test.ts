/** A short form of `npm run verify:projection-faults`. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';

const script = pathToFileURL(path.resolve('test/faults/projection.mjs')).href;

it.skipIf(!existsSync('/usr/lib/postgresql'))(
  'a PostgreSQL projection equals an undisturbed one after commands, servers and the database were killed',
  async () => {
    const { runProjectionFaults } = (await import(script)) as {
      runProjectionFaults(options: { names: string[]; events: number }): Promise<{
        rounds: number;
        tables: number;
        faults: string[];
      }>;
    };
    const names = ['killed command', 'killed server for agents', 'killed database'];
    const ran = await runProjectionFaults({ names, events: 300 });
    expect(ran.faults).toEqual([]);
    expect(ran.rounds).toBe(3);
    expect(ran.tables).toBeGreaterThan(30);
  },
  300_000,
);
