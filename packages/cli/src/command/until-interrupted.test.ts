import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { untilInterrupted } from './until-interrupted.ts';

it('ends work after its time, also while Node collects garbage', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const work = async (signal: AbortSignal) => {
    while (!signal.aborted) {
      await pause(5);
      collect();
    }
    return 'early';
  };
  const context = { out: { progress: () => {} } as never };
  expect(await untilInterrupted(context, work, 50)).toBe('early');
});
