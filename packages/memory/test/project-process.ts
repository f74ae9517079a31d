/** The tests run this as a separate process: opens the projection of a log, follows it and prints its content. */
import { openJsonlStore } from '@hookloom/log';
import { openMemory } from '../src/open-memory.ts';

const [, , dir, file, stepText] = process.argv;
const store = openJsonlStore({ dir: dir! });
const memory = await openMemory({ file: file!, store });
const step = Number(stepText ?? 0);
if (step > 0) {
  // Reports each small transaction, so that the test can kill the process between two of them or during one.
  for (;;) {
    const { projected, behind } = await memory.sync(undefined, { maxEvents: step });
    process.stdout.write(`${projected}\n`);
    if (!behind) break;
  }
} else {
  await memory.sync();
}
process.stdout.write(`done ${(await memory.stats('s')).eventCount}\n`);
await memory.close();
await store.close();
