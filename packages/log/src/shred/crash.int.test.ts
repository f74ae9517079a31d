import { cpSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { UnsealedEvent } from '@hookloom/core/events';
import { expect, test } from 'vitest';
import { event } from '../../test/log-under-test.ts';
import { bundle, ended, runNode } from '../../test/programs.ts';
import { createSandbox } from '../../test/sandbox.ts';
import { openJsonlStore } from '../stores/jsonl/index.ts';
import { verifyLog } from '../verify/verify-log.ts';
import { describeForgotten, shredEvents } from './shred-events.ts';

const CANARY = 'the canary sings at noon';

test('a process that dies at any change leaves the log in its old or its new state', async () => {
  const sandbox = createSandbox();
  const dir = path.join(sandbox.root, '.eventloom');
  const log = path.join(dir, 'demo.jsonl');
  const store = openJsonlStore({ dir, installation: 'any' });
  const program = bundle(sandbox, 'faulty-shred');
  await store.append('demo', [event('one'), event(CANARY), event('three')]);
  const events = describeForgotten(dir, 'demo', [2]) as unknown as UnsealedEvent['payload'][];
  const payload = { events, reason: 'asked by the user' };
  const forgotten = { type: 'memory.forgotten', actorId: 'user', payload };
  const by = (await store.append('demo', [{ ...event(''), ...forgotten }]))[0]!.id;
  await store.close();
  await verifyLog(dir, 'demo');
  const before = readFileSync(log);
  let untouched = 0;
  for (const fault of ['kill', 'ENOSPC']) {
    for (let at = 1, finished = false; !finished; at++) {
      const copy = path.join(sandbox.root, `${fault}-${at}`);
      cpSync(dir, copy, { recursive: true });
      const result = await ended(
        runNode(program, [copy, '2', by], {
          env: { FAULT: fault, FAULT_AT: String(at), FAULT_DIR: copy },
        }),
      );
      const answer =
        result.stdout === ''
          ? null
          : (JSON.parse(result.stdout) as { code?: string; changes: number });
      finished = answer !== null && answer.changes < at;
      const now = readFileSync(path.join(copy, 'demo.jsonl'));
      const replaced = !now.equals(before);
      if (!replaced) untouched++;
      expect(now.includes(CANARY)).toBe(!replaced);
      expect(await verifyLog(copy, 'demo')).toMatchObject({
        ok: true,
        shredded: replaced ? 1 : 0,
        total_events: 4,
      });
      if (answer?.code !== undefined)
        expect([answer.code, replaced]).toEqual(['unavailable', false]);
      const after = openJsonlStore({ dir: copy, installation: 'any' });
      await shredEvents({ dir: copy, session: 'demo', seqs: [2], by });
      expect((await after.append('demo', [event('after')]))[0]).toMatchObject({ seq: 5 });
      await after.close();
      expect(await verifyLog(copy, 'demo')).toMatchObject({
        ok: true,
        shredded: 1,
        recovered: 0,
        total_events: 5,
      });
      expect(readdirSync(copy).filter((name) => name.includes('shredding'))).toEqual([]);
      expect(at).toBeLessThan(60);
    }
  }
  sandbox.close();
  expect(untouched).toBeGreaterThan(4);
});
