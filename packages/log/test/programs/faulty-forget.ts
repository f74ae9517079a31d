/** Forgets event 2 of session `demo` in the directory `argv[2]`, in all sessions, on a faulty file system. */
import { changes } from './faulty-fs.ts';
import { writeSync } from 'node:fs';
import { forgetEvents } from '../../src/forget/forget-events.ts';
import { removeJob } from '../../src/forget/forgetting-job.ts';
import { valuesOfEvent } from '../../src/gate/gate-values.ts';
import { recordedAt } from '../../src/read/read-events.ts';
import { openJsonlStore } from '../../src/stores/jsonl/index.ts';

const dir = process.argv[2]!;

async function main(): Promise<void> {
  const store = openJsonlStore({ dir, installation: 'any' });
  try {
    const { job } = await forgetEvents({
      dir,
      store,
      targets: [
        { session: 'demo', seqs: [2] },
        { session: 'other', seqs: [1] },
      ],
      values: valuesOfEvent(recordedAt(`${dir}/demo.jsonl`, 2)!),
      actorId: 'user',
      origin: { channel: 'user' },
      nowMs: Date.now(),
    });
    removeJob(dir, job);
  } finally {
    await store.close();
  }
}

void main().then(() => writeSync(1, JSON.stringify({ changes: changes() })));
