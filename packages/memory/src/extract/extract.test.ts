import fs from 'node:fs';
import {
  byOperation,
  eventClass,
  eventDefinitions,
  type Origin,
  type StoredEvent,
} from '@hookloom/core/events';
import type { JsonObject } from '@hookloom/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { extract, extractors } from './index.ts';
import { isQuoted } from './quotes.ts';

/** The expected extraction of every event's own example, by type. */
const golden = JSON.parse(
  fs.readFileSync(new URL('fixtures/examples.json', import.meta.url), 'utf8'),
) as JsonObject;

function stored(type: string, payload: JsonObject, more: Partial<StoredEvent> = {}): StoredEvent {
  return {
    seq: 7,
    id: 'evt_7',
    type,
    actorId: 'assistant',
    threadId: 'demo-default',
    timestamp: '2026-11-21T10:00:00.000Z',
    payload,
    parentEventId: null,
    causedBy: [],
    hash: `sha256:${'7'.repeat(64)}`,
    previousHash: null,
    form: 'hookloom.v1',
    security: null,
    origin: byOperation<{ type: string; origin: Origin }>({ type, origin: { channel: 'model' } })
      .origin,
    shredded: null,
    ...more,
  };
}

test('every memory event type has an extractor or is ignored, and every extractor belongs to a defined type', () => {
  const defined = eventDefinitions.map(({ type }) => type);
  const remembered = defined.filter((type) => eventClass(type) === 'memory');
  expect(Object.keys(extractors)).toEqual(expect.arrayContaining(remembered));
  expect(defined).toEqual(expect.arrayContaining(Object.keys(extractors)));
});

test.each(eventDefinitions.map(({ type, example }) => [type, example] as const))(
  'extracts the recorded result from the example of %s',
  (type, example) => {
    expect(extract(stored(type, example))).toEqual(golden[type]);
  },
);

test('telemetry has no document and no fact', () => {
  const telling = eventDefinitions.filter(({ type, example }) => {
    const { document, facts } = extract(stored(type, example));
    return eventClass(type) === 'telemetry' && (document != null || (facts ?? []).length > 0);
  });
  expect(telling.map(({ type }) => type)).toEqual([]);
});

test('extracts nothing from a call of our own tools, because its result came from the memory', () => {
  const payload = { tool_name: 'memory_checkout', status: 'ok', self: true };
  expect(extract(stored('tool.call.completed', payload))).toEqual({});
});

test('extracts nothing from a shredded event', () => {
  const shredded = { by: 'evt_9', digest: 'sha256:00' };
  expect(extract(stored('decision.made', {}, { shredded }))).toEqual({});
});

test("finds a user's own event by its text, and only stores an unknown hook of a client", () => {
  const payload = { region: 'Frankfurt', nested: { by: 'Marta', ok: true, n: null } };
  expect(extract(stored('deploy.finished', payload))).toEqual({
    document: {
      kind: 'event',
      content: 'deploy finished: region: Frankfurt. by: Marta. ok: true',
      metadata: {},
    },
    facts: [
      {
        type: 'event',
        name: 'deploy.finished:7',
        content: 'deploy.finished: region: Frankfurt. by: Marta. ok: true',
        properties: {},
        authority: 'observed',
      },
    ],
    edges: [
      {
        source: { type: 'actor', name: 'assistant' },
        relation: 'recorded_event',
        target: { type: 'event', name: 'deploy.finished:7' },
      },
    ],
  });
  expect(extract(stored('hook.brand_new', payload))).toEqual({});
});

test('a type named like a property of Object is an ordinary type', () => {
  expect(extract(stored('constructor', { note: 'hello' })).document?.content).toBe(
    'constructor: note: hello',
  );
});

test('no payload makes an extractor fail, and the output is bounded', () => {
  const types = fc.constantFrom(...Object.keys(extractors), 'deploy.finished');
  const keys = fc.constantFrom(
    'title',
    'content',
    'command',
    'path',
    'taskId',
    'events',
    'summary',
    'invalid_at',
    'role',
  );
  const long = fc.string({ minLength: 10, maxLength: 20 }).map((text) => text.repeat(900));
  const value = fc.oneof(fc.jsonValue(), long);
  fc.assert(
    fc.property(types, fc.dictionary(keys, value), (type, payload) => {
      const { document, facts = [] } = extract(stored(type, payload as JsonObject));
      expect(document?.content.length ?? 0).toBeLessThanOrEqual(8200);
      expect(facts.filter(({ content }) => content.length > 1000)).toEqual([]);
    }),
  );
});

test('a turn quotes its own statements, not edited ones', () => {
  const event = stored('transcript.turn', {
    role: 'user',
    content: 'From now on we use port 8080 for the server.',
  });
  const content = 'From now on we use port 8080 for the server.';
  const name = 'any';
  expect(isQuoted(event, { name, content })).toBe(true);
  expect(isQuoted(event, { name, content: content.replace('8080', '6666') })).toBe(false);
});

test('a short answer quotes the question before it only with its own words', () => {
  const answer = (text: string) => stored('transcript.turn', { role: 'user', content: text });
  const content = 'Which cache should the API use? → Redis';
  const quotes = (text: string) => isQuoted(answer(text), { name: 'any', content });
  expect(quotes('2. Redis')).toBe(true);
  expect(quotes('yes')).toBe(true);
  expect(quotes('We use Memcached for the API.')).toBe(false);
});

test('a corrected fact keeps what decides how it is found and retained', () => {
  const kept = { kind: 'rule', subject: 'billing', tags: ['money'], pinned: true };
  const target = { entity_name: 'Invoices', entity_type: 'memory', text: 'Numbered per year' };
  const propertiesOf = (payload: JsonObject) =>
    extract(stored('memory.corrected', { ...target, ...payload })).facts?.[0]?.properties;
  expect(propertiesOf(kept)).toMatchObject(kept);
  for (const field of Object.keys(kept)) expect(propertiesOf({})).not.toHaveProperty(field);
  expect(propertiesOf({ pinned: false })).not.toHaveProperty('pinned');
});
