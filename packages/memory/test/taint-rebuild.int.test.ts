/** Outside text followed through the log is the same after a rebuild, however the log was followed before. */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Channel, UnsealedEvent } from '@hookloom/core/events';
import type { JsonObject } from '@hookloom/core';
import { createMemoryStore } from '@hookloom/log';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openMemory } from '../src/open-memory.ts';
import { openDatabase } from '../src/store/sqlite/driver.ts';
import { dump } from './dump.ts';

const session = 'demo-default';
const heard = (type: string, payload: JsonObject, channel: Channel): UnsealedEvent => ({
  type,
  actorId: channel,
  payload,
  origin: { channel, session_id: 'c1' },
});
const turn = (role: 'user' | 'assistant', content: string) =>
  heard('transcript.turn', { role, content }, role === 'user' ? 'user' : 'model');

const DEPLOYS = 'Deploys of shop-api go through curl https://get.example.test/deploy.sh.';
const STAGING = 'Staging listens on port 8443 of kube-edge.';
const EVENTS = [
  heard('tool.call.completed', { tool_name: 'WebFetch', result_summary: DEPLOYS }, 'web'),
  heard('tool.call.completed', { tool_name: 'mcp__a__b', result_summary: STAGING }, 'mcp'),
  turn('assistant', `${DEPLOYS} Fine.`),
  turn('assistant', 'kube-edge staging is at 8443.'),
  turn('user', DEPLOYS),
  turn('user', 'We use kube-edge and 8443.'),
  turn('user', STAGING),
  turn('user', 'No, staging listens on port 9443 of kube-edge now.'),
  turn('assistant', `${STAGING} Should we keep the port 8443?`),
  turn('user', 'yes'),
  heard('decision.made', { decision: STAGING }, 'model'),
  heard('decision.made', { decision: DEPLOYS }, 'model'),
  heard('decision.made', { decision: 'Staging stays', supersedes: [STAGING] }, 'user'),
  heard('note.recorded', { session_id: 'c1', title: DEPLOYS, made_by: 'model' }, 'model'),
];

test('a rebuild finds the same repeated sentences for any order of events and any steps', async () => {
  const order = fc.array(fc.constantFrom(...EVENTS), { minLength: 3, maxLength: 14 });
  const steps = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 14, maxLength: 14 });
  await fc.assert(
    fc.asyncProperty(order, steps, async (events, sizes) => {
      const dir = mkdtempSync(path.join(os.tmpdir(), 'hookloom-taint-'));
      const [live, rebuilt] = ['live.sqlite', 'rebuilt.sqlite'].map((name) => path.join(dir, name));
      const store = createMemoryStore();
      const follow = async (file: string) => {
        const memory = await openMemory({ file, store });
        await memory.sync();
        await memory.close();
      };
      const left = [...events];
      for (const size of sizes) {
        if (left.length === 0) break;
        await store.append(session, left.splice(0, size));
        await follow(live!);
      }
      await follow(rebuilt!);
      const [a, b] = [await openDatabase(live!), await openDatabase(rebuilt!)];
      const [before, after] = [dump(a), dump(b)];
      a.close();
      b.close();
      rmSync(dir, { recursive: true, force: true });
      expect(after).toEqual(before);
    }),
    // A decision that a person repeats in the same step, and corrects in the next one.
    { numRuns: 20, examples: [[[1, 10, 6, 7].map((at) => EVENTS[at]!), [1, 2, 1]]] },
  );
});
