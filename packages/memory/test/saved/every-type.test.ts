/**
 * What the memory keeps of one event of each type, complete and reduced. After a change that you intend, `npx vitest run packages/memory/test/saved --update` saves the new forms: read the difference.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { byOperation, eventDefinitions, type UnsealedEvent } from '@hookloom/core/events';
import type { JsonObject, JsonValue } from '@hookloom/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkout } from '../../src/checkout/checkout.ts';
import type { Memory } from '../../src/memory.ts';
import { openMemory } from '../../src/open-memory.ts';
import { openDatabase } from '../../src/store/sqlite/driver.ts';
import { dump } from '../dump.ts';
import { corpusLog } from '../projection-corpus.ts';

type Definition = (typeof eventDefinitions)[number];

/** Without the fields that the event may lack. */
function required({ schema, example }: Definition): JsonObject {
  const payload = { ...example };
  for (const [name, value] of Object.entries(example)) {
    delete payload[name];
    if (!schema.safeParse(payload).success) payload[name] = value;
  }
  return payload;
}

/** With blank texts, zeros and empty lists, as a careless program sends them. */
function blank(value: JsonValue): JsonValue {
  if (typeof value === 'string') return ' ';
  if (typeof value === 'number') return 0;
  if (typeof value === 'boolean') return !value;
  if (Array.isArray(value)) return [];
  if (value === null) return 'null';
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, blank(each)]));
}

const SESSIONS: Readonly<Record<string, (definition: Definition) => JsonObject>> = {
  complete: ({ example }) => example,
  required,
  blank: ({ example }) => blank(example) as JsonObject,
};

const { store, record } = corpusLog();
let folder: string;
let memory: Memory;
beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-types-'));
  for (const [session, payloadOf] of Object.entries(SESSIONS))
    await record(
      session,
      eventDefinitions.map((definition, at): UnsealedEvent => {
        const { type, actor } = definition;
        const origin = { channel: at % 2 === 0 ? 'user' : 'model' } as const;
        const payload = payloadOf(definition);
        return byOperation({ id: `evt_${session}_${at}`, type, actorId: actor, payload, origin });
      }),
    );
  memory = await openMemory({ file: path.join(folder, 'memory.sqlite'), store });
  await memory.sync();
});
afterAll(async () => {
  await memory.close();
  fs.rmSync(folder, { recursive: true });
});

const LEFT_OUT = /_fts$|^(terms|user_prompts|sessions|latest)$/;

test.each(Object.keys(SESSIONS))(
  'each type of event has its saved rows if its payload is %s',
  async (session) => {
    const db = await openDatabase(path.join(folder, 'memory.sqlite'));
    const tables = Object.entries(dump(db)).filter(([table]) => !LEFT_OUT.test(table));
    db.close();
    const lines = tables.flatMap(([table, rows]) =>
      rows
        .filter(({ name, log }) => name === session || log === session)
        .map(({ hash: _hash, ...row }) => `${table} ${JSON.stringify(row)}`),
    );
    await expect(lines.join('\n')).toMatchFileSnapshot(`rows-of-${session}-events.txt`);
  },
);

test('each type of event is found, and judged, in the saved form', async () => {
  const deps = { memory, store, clock: { now: () => Date.UTC(2026, 9, 20) } };
  const answers: string[] = [];
  for (const { type, example } of eventDefinitions) {
    const texts = Object.values(example).filter((value) => typeof value === 'string');
    const query = texts.sort((a, b) => b.length - a.length)[0] ?? type;
    const answer = await checkout(deps, { query, session: 'complete', limit: 3 });
    const { answerability, confidence, reasons } = answer.quality;
    answers.push(`# ${type}: ${query}`, `${answerability} ${confidence} ${reasons.join(' ')}`);
    for (const { content, lane, source_lane } of answer.current_facts)
      answers.push(`  ${lane} ${source_lane} ${content}`);
  }
  await expect(answers.join('\n')).toMatchFileSnapshot('answers-about-events.txt');
});
