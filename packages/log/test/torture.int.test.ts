/** Eight writers on one session, killed at random. */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { ChildProcess } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readHolder } from '../src/lock/break-lock.ts';
import { openJsonlStore } from '../src/stores/jsonl/index.ts';
import { bundle, runNode } from './programs.ts';
import { createSandbox, type Sandbox } from './sandbox.ts';

const WRITERS = 8;
const KILLS = 200;
const S = 'demo-default';

interface Writer {
  child: ChildProcess;
  gone: Promise<void>;
}

describe('many writers that are killed at any moment', () => {
  let sandbox: Sandbox;
  beforeAll(() => {
    sandbox = createSandbox();
  });
  afterAll(() => sandbox.close());

  test('lose no acknowledged event, duplicate none and keep the chain intact', async () => {
    const program = bundle(sandbox, 'writer');
    const dir = path.join(sandbox.root, '.eventloom');
    /** The lines that children printed after their append returned; the parent outlives them. */
    const acknowledged = new Set<string>();
    const next = Array.from({ length: WRITERS }, () => 1);

    function start(name: number): Writer {
      const child = runNode(program, [dir, S, String(name), String(next[name])]);
      let rest = '';
      child.stdout!.setEncoding('utf8').on('data', (text: string) => {
        const lines = (rest + text).split('\n');
        rest = lines.pop()!;
        for (const key of lines) {
          acknowledged.add(key);
          // A batch is printed as two lines; it is delivered again unless both arrived.
          const n = Number.parseInt(key.split(':')[1]!, 10);
          if (n % 3 !== 0 || key.endsWith('b')) next[name] = n + 1;
        }
      });
      child.stderr!.on('data', (text: Buffer) => errors.push(text.toString()));
      return { child, gone: new Promise((resolve) => child.once('close', () => resolve())) };
    }

    const errors: string[] = [];
    const writers = Array.from({ length: WRITERS }, (_, name) => start(name));
    // A fixed sequence of victims and pauses, so that a failure can be reproduced.
    let state = 42;
    const random = (below: number): number => (state = (state * 48_271) % 2_147_483_647) % below;
    for (let kill = 0; kill < KILLS; kill++) {
      await new Promise((resolve) => setTimeout(resolve, 20 + random(50)));
      // Every other victim is the lock holder, in the middle of its work.
      const holder = kill % 2 === 0 ? readHolder(path.join(dir, `${S}.lock`)) : null;
      const holding = writers.findIndex(({ child }) => child.pid === holder?.pid);
      const name = holding >= 0 ? holding : random(WRITERS);
      const { child, gone } = writers[name]!;
      child.kill('SIGKILL');
      await gone;
      writers[name] = start(name);
    }
    await Promise.all(
      writers.map(({ child, gone }) => {
        child.kill('SIGKILL');
        return gone;
      }),
    );

    const store = openJsonlStore({ dir });
    while ((await store.drain()) > 0);
    // The last one may have been killed in the middle of a write.
    await store.append(S, []);
    const keys: string[] = [];
    let recovered = 0;
    for await (const { type, payload } of store.read(S)) {
      if (type === 'log.recovered') recovered++;
      else keys.push(payload['key'] as string);
    }
    const report = await store.verify(S);
    await store.close();

    const stored = new Set(keys);
    expect(errors).toEqual([]);
    expect([...acknowledged].filter((key) => !stored.has(key))).toEqual([]);
    expect(keys.length - stored.size).toBe(0);
    expect(report).toMatchObject({ ok: true, total_events: keys.length + recovered });
    expect(acknowledged.size).toBeGreaterThan(KILLS);
    const inbox = path.join(dir, 'inbox');
    if (existsSync(inbox)) {
      expect(readdirSync(inbox).filter((name) => name.endsWith('.json'))).toEqual([]);
      expect(existsSync(path.join(inbox, 'bad'))).toBe(false);
    }
  });
});
