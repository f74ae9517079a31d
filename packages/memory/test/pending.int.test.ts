import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { JsonObject } from '@hookloom/core';
import { createMemoryStore } from '@hookloom/log';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openMemory } from '../src/open-memory.ts';
import { openDatabase } from '../src/store/sqlite/driver.ts';
import { event } from './agent-events.ts';
import { dump } from './dump.ts';

let dir: string;
beforeEach(() => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-pending-'));
});
afterEach(() => fs.rmSync(dir, { recursive: true, force: true }));

const PLAIN: [string, JsonObject][] = [
  ['transcript.turn', { role: 'user', content: 'Go' }],
  ['transcript.turn', { role: 'assistant', content: 'Done', source: 'gemini' }],
  ['hook.user_prompt_submitted', { private: true }],
  ['hook.pre_tool_use', { tool_use_id: 't1', path: 'a.ts' }],
  ['tool.call.completed', { tool_name: 'Read', tool_use_id: 't1' }],
  ['command.completed', { command: 'npm test', tool_use_id: 't2' }],
  ['file.edit.applied', { path: 'b.ts', operation: 'modified' }],
  ['hook.stop', {}],
  ['session.ended', {}],
  [
    'summarizer.called',
    { provider: 'p', model: 'm', ok: true, input_tokens: 5, day: '2026-11-21' },
  ],
];
/** Events that name earlier ones by their distance. */
const NAMING = [
  'note.recorded',
  'note.merged',
  'session.summarized',
  'note.abandoned',
  'note.retried',
];

const step = fc.record({
  what: fc.nat({ max: PLAIN.length + NAMING.length - 1 }),
  back: fc.array(fc.integer({ min: 1, max: 8 }), { minLength: 1, maxLength: 3 }),
  client: fc.constantFrom('c1', 'c2'),
  sync: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
  claims: fc.boolean(),
});

test('a rebuilt queue equals one that followed the log, whatever was leased in between', async () => {
  let runs = 0;
  const dumpOf = async (file: string): Promise<unknown> => {
    const db = await openDatabase(file);
    const { pending, turns, announced, noteWork, ledger } = dump(db);
    db.close();
    return { pending, turns, announced, noteWork, ledger };
  };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
      const store = createMemoryStore();
      const [live, rebuilt] = ['live', 'rebuilt'].map((name) =>
        path.join(dir, `${name}-${runs}.sqlite`),
      );
      runs++;
      const memory = await openMemory({ file: live!, store });
      const ids: string[] = [];
      for (const { what, back, client, sync, claims } of steps) {
        const [type, payload] = PLAIN[what] ?? [NAMING[what - PLAIN.length]!, {}];
        const named = back.flatMap((far) => ids[ids.length - far] ?? []);
        const more =
          what < PLAIN.length
            ? {}
            : {
                covers: named,
                title: 'x',
                made_by: 'rules',
                work: { kind: 'edit', subject: 's' },
                ...(named[0] !== undefined && { note: named[0], supersedes: named[0] }),
              };
        const [result] = await store.append('s', [
          event(
            type,
            { session_id: client, ...payload, ...more },
            {
              origin: { channel: 'tool', client: 'gemini', session_id: client },
            },
          ),
        ]);
        ids.push(result!.id);
        await memory.sync(undefined, sync === undefined ? {} : { maxEvents: sync });
        if (!claims) continue;
        const request = { limit: 2, now: runs, leaseMs: 50, holder: 'h', gone: [] };
        await memory.noteQueue.claim(request);
      }
      await memory.sync();
      await memory.close();
      const second = await openMemory({ file: rebuilt!, store });
      await second.sync();
      await second.close();
      expect(await dumpOf(live!)).toEqual(await dumpOf(rebuilt!));
    }),
    { numRuns: 20 },
  );
});
