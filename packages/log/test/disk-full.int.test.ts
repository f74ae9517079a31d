/** A disk that is full for a while (the first symptom is a short write, not an error). */
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { UnsealedEvent } from '@hookloom/core/events';
import { appendOrSpool, type AppendOutcome } from '../src/append/append-or-spool.ts';
import { openJsonlStore } from '../src/stores/jsonl/index.ts';
import { bundle, ended, runNode } from './programs.ts';
import { createSandbox, type Sandbox } from './sandbox.ts';

const S = 'demo-default';

function event(key: string): UnsealedEvent {
  const payload = { key, text: 'x'.repeat(5000) };
  return {
    type: 'command.completed',
    actorId: 'zaxy-observer',
    payload,
    origin: { channel: 'tool' },
  };
}

describe('a disk that is full for a while', () => {
  let sandbox: Sandbox;
  let mount: string;
  let isMounted: boolean;
  beforeEach(() => {
    sandbox = createSandbox();
    mount = path.join(sandbox.root, 'disk');
    mkdirSync(mount);
    isMounted = run('mount', ['-t', 'tmpfs', '-o', 'size=200k', 'tmpfs', mount]);
  });
  afterEach(() => {
    if (isMounted) execFileSync('umount', [mount]);
    sandbox.close();
  });

  test('loses no acknowledged event, and appends continue', async () => {
    const dir = path.join(mount, '.eventloom');
    const acknowledged: string[] = [];
    const kinds = new Set<string>();
    const program = bundle(sandbox, 'faulty-append');
    for (let n = 0; n < 60; n++) {
      const key = `key-${n}`;
      const outcome = await appendOn(program, dir, key, n);
      kinds.add(outcome.kind);
      if (outcome.kind !== 'lost') acknowledged.push(key);
    }
    expect(kinds).toContain('lost');
    const store = openJsonlStore({ dir });
    if (isMounted) {
      await expect(store.append(S, [event('never')])).rejects.toMatchObject({
        code: 'unavailable',
      });
      execFileSync('mount', ['-o', 'remount,size=4m', mount]);
    }
    const after = await store.append(S, [event('after')]);
    expect(after).toMatchObject([{ duplicate: false }]);
    const keys: unknown[] = [];
    for await (const { payload } of store.read(S)) if ('key' in payload) keys.push(payload['key']);
    expect(keys.filter((key) => key !== 'never')).toEqual([...acknowledged, 'after']);
    expect(await store.verify(S)).toMatchObject({ ok: true });
    await store.close();
  });

  /** If no small disk can be mounted, the file system of a child reports a full disk from a certain call on. */
  async function appendOn(
    program: string,
    dir: string,
    key: string,
    n: number,
  ): Promise<AppendOutcome> {
    if (isMounted)
      return appendOrSpool({ dir, session: S, events: [event(key)], deadline: Date.now() + 1000 });
    const env = { FAULT: 'ENOSPC', FAULT_AT: n < 30 ? '0' : String(1 + (n % 12)), FAULT_DIR: dir };
    const request = JSON.stringify({ session: S, events: [event(key)] });
    const { stdout } = await ended(runNode(program, [dir, request], { env }));
    return (JSON.parse(stdout) as { outcome: AppendOutcome }).outcome;
  }
});

function run(command: string, args: string[]): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
