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
import { eventOf } from '../../src/consolidation/histories.fixture.ts';
import { extract } from '../../src/extract/index.ts';
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

/** Other values of one field: absent, of another kind, and as other programs write it. */
function others(value: JsonValue | undefined): (JsonValue | undefined)[] {
  if (value === undefined) return ['more words', 3, true, ['one', 'two'], { name: 'one' }];
  if (typeof value === 'string')
    return [undefined, 'failed', 'Use `npm test`.\nNever yarn, says Ann.', 7];
  if (typeof value === 'number') return [undefined, 0, -1, 2.5, '3'];
  if (typeof value === 'boolean') return [undefined, !value];
  if (Array.isArray(value)) return [undefined, [], [...value, ...value, 'one more'], 'one'];
  return [undefined, {}, 'one'];
}

/** Payloads that differ from the example in one field, which the example may lack, or in a field of one of its objects. */
function* variants({ schema, example }: Definition): Generator<[string, JsonObject]> {
  const known = Object.keys((schema as { shape?: object }).shape ?? {});
  for (const field of new Set([...Object.keys(example), ...known]))
    for (const other of others(example[field])) {
      const { [field]: _, ...rest } = example;
      const payload = other === undefined ? rest : { ...rest, [field]: other };
      if (field in example || schema.safeParse(payload).success)
        yield [`${field} = ${JSON.stringify(other) ?? 'absent'}`, payload];
    }
  for (const [field, value] of Object.entries(example)) {
    const inner = Array.isArray(value) ? value[0] : value;
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) continue;
    for (const [name, old] of Object.entries(inner))
      for (const other of others(old)) {
        const { [name]: _, ...rest } = inner;
        const changed = other === undefined ? rest : { ...rest, [name]: other };
        const payload = { ...example, [field]: Array.isArray(value) ? [changed] : changed };
        yield [`${field}.${name} = ${JSON.stringify(other) ?? 'absent'}`, payload];
      }
  }
}

const ANSWERED = { question: 'Which queue?', choice: 'Redis', options: ['Redis', 'Kafka'] };
/** Decisions that a person made in a dialogue of a client. */
const DIALOGUES: JsonObject[] = [
  ANSWERED,
  { ...ANSWERED, rationale: 'It is here already.' },
  { ...ANSWERED, choice: 'Neither, use files', rationale: 'Simple.', description: 'No server' },
  { ...ANSWERED, choice: 'Redis, Kafka', options: [] },
  { decision: 'Run npm publish', outcome: 'refused', rationale: 'Not today' },
  { decision: 'Run npm publish', outcome: 'accepted', plan: '1. Test\n\n2. Publish' },
];

test('each change of a field changes what is extracted in the saved form', async () => {
  const lines: string[] = [];
  const written = (type: string, payload: JsonObject) =>
    Object.entries(extract(eventOf(1, type, payload, 'user')));
  for (const definition of eventDefinitions) {
    const { type, example } = definition;
    const usual = new Map(written(type, example).map(([key, of]) => [key, JSON.stringify(of)]));
    for (const [change, payload] of variants(definition)) {
      const changed = written(type, payload).filter(
        ([key, of]) => usual.get(key) !== JSON.stringify(of),
      );
      lines.push(`${type} ${change}: ${JSON.stringify(Object.fromEntries(changed))}`);
    }
  }
  for (const payload of DIALOGUES) lines.push(JSON.stringify(written('decision.made', payload)));
  await expect(lines.join('\n')).toMatchFileSnapshot('extracted-from-changed-fields.txt');
});
