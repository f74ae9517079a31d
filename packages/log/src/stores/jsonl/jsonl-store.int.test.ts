import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describeEventStore } from '../../../test/event-store-contract.ts';
import { openJsonlStore } from './index.ts';

describeEventStore('JSON lines', async () => {
  const root = mkdtempSync(path.join(tmpdir(), 'hookloom-store-'));
  const dir = path.join(root, '.eventloom');
  const store = openJsonlStore({ dir });
  return {
    store,
    openAnother: async () => openJsonlStore({ dir }),
    damage: async (session, change) => {
      const file = path.join(dir, `${session}.jsonl`);
      const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
      writeFileSync(file, `${change(lines).join('\n')}\n`);
    },
    close: async () => {
      await store.close();
      rmSync(root, { recursive: true });
    },
  };
});
