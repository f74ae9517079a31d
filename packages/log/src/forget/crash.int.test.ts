import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { UnsealedEvent } from '@hookloom/core/events';
import { bundle, ended, runNode } from '../../test/programs.ts';
import { createSandbox } from '../../test/sandbox.ts';
import { readEvents } from '../read/read-events.ts';
import { openJsonlStore } from '../stores/jsonl/index.ts';
import { verifyLog } from '../verify/verify-log.ts';
import { resumeForgetting } from './forget-events.ts';
import { interruptedJobs, removeJob } from './forgetting-job.ts';

const SECRET = 'The canary sings at noon behind the shed';
const origin = { channel: 'user' } as const;
const event = (text: string): UnsealedEvent => ({
  type: 'transcript.turn',
  actorId: 'user',
  payload: { role: 'user', content: text },
  origin,
});
let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'hookloom-forget-crash-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function filesHolding(dir: string): string[] {
  return readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter(
    (name) =>
      statSync(join(dir, name)).isFile() && readFileSync(join(dir, name)).includes('canary'),
  );
}

test.each(['kill', 'kill-late'])(
  'a process that dies at any change while forgetting (%s) leaves the old state, or one the next run finishes',
  async (fault) => {
    const dir = join(root, '.eventloom');
    const store = openJsonlStore({ dir, installation: 'any' });
    await store.append('demo', [event('one'), event(SECRET), event('three')]);
    await store.append('other', [event(`He said: ${SECRET}.`), event('two')]);
    await store.close();
    const sandbox = createSandbox();
    const program = bundle(sandbox, 'faulty-forget');
    const outcomes = { old: 0, finished: 0 };
    for (let at = 1, isLast = false; !isLast; at += 2) {
      expect(at).toBeLessThan(150);
      const copy = join(root, `copy-${at}`);
      cpSync(dir, copy, { recursive: true });
      const env = { FAULT: fault, FAULT_AT: String(at), FAULT_DIR: copy };
      const { stdout } = await ended(runNode(program, [copy], { env }));
      isLast = stdout !== '';
      const after = openJsonlStore({ dir: copy, installation: 'any' });
      const order = { dir: copy, store: after, actorId: 'hookloom', origin, nowMs: Date.now() };
      for (const job of interruptedJobs(copy, Date.now())) {
        if ((await resumeForgetting(order, job)) !== null) removeJob(copy, job.job);
      }
      expect(interruptedJobs(copy, Date.now())).toEqual([]);
      const isOld = filesHolding(copy).length > 0;
      outcomes[isOld ? 'old' : 'finished']++;
      if (isOld) expect(filesHolding(copy).sort()).toEqual(['demo.jsonl', 'other.jsonl']);
      await after.append('demo', [event(SECRET)]);
      const last = [...readEvents(join(copy, 'demo.jsonl'))].at(-1)!;
      expect(last.payload['content']).toBe(isOld ? SECRET : '[FORGOTTEN]');
      await after.close();
      for (const session of ['demo', 'other'])
        expect(await verifyLog(copy, session)).toMatchObject({ ok: true, shredded: isOld ? 0 : 1 });
      rmSync(copy, { recursive: true });
    }
    sandbox.close();
    expect(outcomes.old).toBeGreaterThan(2);
    expect(outcomes.finished).toBeGreaterThan(5);
  },
);
