import { expect, test } from 'vitest';
import { openBattery, PROJECTIONS, type Failure } from './battery.ts';

/** A prime, so that every part of a line is changed somewhere. `npm run verify:served` flips every byte. */
const STRIDE = 1499;

test.each(PROJECTIONS)(
  'never serves a flipped byte while the projection is %s',
  async (projection) => {
    const battery = await openBattery(24);
    const failures: Failure[] = [];
    try {
      for (let byte = 7; byte < battery.bytes; byte += STRIDE)
        failures.push(...(await battery.flip(byte, projection)).failures);
      // The brace and the hash of the first event, and the end of the last one.
      for (const byte of [0, battery.firstHash, battery.bytes - 1, battery.bytes - 40])
        failures.push(...(await battery.flip(byte, projection)).failures);
    } finally {
      await battery.close();
    }
    expect(failures).toEqual([]);
  },
  180_000,
);
