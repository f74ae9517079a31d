/**
 * Damaged payloads of every client, each delivered to a separate hook: all exit with 0 and without output, and each
 * leaves an event or a mark. `npm run fuzz:hooks` starts more of them.
 */
import fs from 'node:fs';
import path from 'node:path';
import { CLIENT_NAMES } from '@hookloom/core/hook';
import { expect, it } from 'vitest';
import { createWorkspace, runHook } from '../run-hook.ts';
import { pick } from './mutate.ts';
import { fuzzed, PROCESSES, seededBy, seedsOf } from './seeds.ts';

const AT_ONCE = 4;

it(`${PROCESSES} hooks each leave an event or a mark`, async () => {
  const random = seededBy(31_337);
  const seeds = Object.fromEntries(CLIENT_NAMES.map((client) => [client, seedsOf(client)]));
  const failed: unknown[] = [];
  let started = 0;
  const deliver = async (): Promise<void> => {
    while (started < PROCESSES) {
      const client = CLIENT_NAMES[started++ % CLIENT_NAMES.length]!;
      const bytes = fuzzed(seeds[client]!, random);
      // In one piece and closed, or left open: then the received part must suffice.
      const stdin = random() < 0.8 ? bytes : { open: bytes.toString('latin1') };
      const { nativeEvent } = pick(seeds[client]!, random);
      const named = nativeEvent === undefined || random() < 0.5 ? [] : [nativeEvent];
      const workspace = createWorkspace();
      try {
        const cwd = workspace.root;
        const run = await runHook({ args: ['hook', client, ...named], cwd, stdin });
        const told = bytes.toString('latin1');
        const isSilent = run.code === 0 && run.stdout === '' && run.stderr === '';
        if (!isSilent || !isSomethingKept(workspace.dir)) failed.push({ client, told, ...run });
      } finally {
        workspace.remove();
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, deliver));
  expect(failed).toEqual([]);
}, 3_600_000);

/** In the log, or where the next hook drains it from. */
function isSomethingKept(dir: string): boolean {
  return fs
    .readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .some(
      (name) => /\.jsonl$|^inbox.*\.json$/.test(name) && fs.statSync(path.join(dir, name)).size > 0,
    );
}
