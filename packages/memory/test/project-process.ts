/** Run as a process of its own by the tests: opens the projection of a log, follows it and prints what it has. */
import { openJsonlStore } from '@hookloom/log';
import { openMemory } from '../src/open-memory.ts';

const [, , dir, file, stepText] = process.argv;
const store = openJsonlStore({ dir: dir! });
const memory = await openMemory({ file: file!, store });
const step = Number(stepText ?? 0);
if (step > 0) {
  // Small transactions, each told of, so that the test can end the process between and in the middle of them.
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
