/**
 * What the memory keeps of whole logs, and what it answers from them. After a change that you intend, `npx vitest run --update
 * packages/memory/test/saved` saves the new forms: read the difference.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { UnsealedEvent } from '@hookloom/core/events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { leanCheckout } from '../../src/checkout/lean/lean-checkout.ts';
import type { Memory } from '../../src/memory.ts';
import { openMemory } from '../../src/open-memory.ts';
import { openDatabase } from '../../src/store/sqlite/driver.ts';
import { dump } from '../dump.ts';
import { attacks, BENIGN, QUESTIONS } from '../poisoning/attacks.ts';
import { corpusEvents, corpusLog } from '../projection-corpus.ts';
import { turn } from '../statement-memory.ts';

interface Session {
  name: string;
  turns: { event: UnsealedEvent }[];
  questions: { text: string }[];
}

const loader = pathToFileURL(path.resolve('bench/lib/coding-data.mjs')).href;
const { loadCodingSessions } = (await import(loader)) as {
  loadCodingSessions(split: string): Session[];
};
const sentences = path.resolve('packages/memory/src/statements/fixtures/open-ends-and-facts.txt');

const { store, record } = corpusLog();
const coding = loadCodingSessions('dev').slice(0, 2);
let folder: string;
let memory: Memory;
beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-saved-'));
  await record('corpus', corpusEvents('corpus', 150));
  const told = fs.readFileSync(sentences, 'utf8').split('\n').slice(1, -1);
  const said = told.map((line) => {
    const [role, , text] = line.split('|');
    return turn(role === 'u' ? 'user' : 'assistant', text!);
  });
  await record('sentences', named('said', said));
  const outside = attacks().filter((_, at) => at % 9 === 0);
  await record('outside', named('attack', [...BENIGN, ...outside.map(({ event }) => event)]));
  for (const { name, turns } of coding)
    await record(
      name,
      named(
        name,
        turns.map(({ event }) => event),
      ),
    );
  memory = await openMemory({ file: path.join(folder, 'memory.sqlite'), store });
  await memory.sync();
});
afterAll(async () => {
  await memory.close();
  fs.rmSync(folder, { recursive: true });
});

function named(kind: string, events: readonly UnsealedEvent[]): UnsealedEvent[] {
  return events.map((event, at) => ({ ...event, id: `evt_${kind}_${at}` }));
}

test('the projection of a log has its saved rows', async () => {
  const db = await openDatabase(path.join(folder, 'memory.sqlite'));
  const tables = dump(db);
  db.close();
  for (const table of Object.keys(tables).filter(
    (name) => !/_fts$|^(terms|user_prompts)$/.test(name),
  )) {
    const rows = tables[table]!.map(({ hash: _hash, ...row }) => JSON.stringify(row));
    if (rows.length > 0)
      await expect(rows.join('\n')).toMatchFileSnapshot(`rows-of-${table}.jsonl`);
  }
});

const deps = () => ({ memory, store, clock: { now: () => Date.UTC(2026, 9, 20) } });

test.each([
  ...coding.map(({ name, questions }) => ({ name, questions: questions.map(({ text }) => text) })),
  { name: 'outside', questions: QUESTIONS },
])(
  'questions about the session $name get their saved answers',
  async ({ name: session, questions }) => {
    const answers: string[] = [];
    for (const query of questions) {
      const request = { query, session, maxTokens: 600, format: 'prompt' } as const;
      const { prompt, quality } = await leanCheckout(deps(), request);
      answers.push(`# ${query}\n${quality.answerability}\n${prompt}`);
    }
    await expect(answers.join('\n\n')).toMatchFileSnapshot(`answers-about-${session}.txt`);
  },
);
