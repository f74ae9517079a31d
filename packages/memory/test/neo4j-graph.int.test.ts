/**
 * The graph in a real Neo4j; needs TEST_NEO4J_URI, TEST_NEO4J_PASSWORD and an installed `neo4j-driver`. Without them,
 * `with-graph.test.ts` shows what is sent.
 */
import { randomBytes } from 'node:crypto';
import { createMemoryStore } from '@hookloom/log';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openNeo4j, type Neo4jLink } from '../src/graph/neo4j-link.ts';
import { withGraph } from '../src/graph/with-graph.ts';
import type { Memory } from '../src/memory.ts';
import { openMemory } from '../src/open-memory.ts';
import type { EdgeRequest } from '../src/rows.ts';
import { event } from './agent-events.ts';
import { corpusEvents, corpusLog } from './projection-corpus.ts';

const uri = process.env['TEST_NEO4J_URI'] ?? '';
const password = process.env['TEST_NEO4J_PASSWORD'] ?? '';

describe.skipIf(uri === '')('a graph in Neo4j', () => {
  const log = randomBytes(6).toString('hex');
  let link: Neo4jLink;
  const open = () => openNeo4j({ uri, user: 'neo4j', password });
  const ask = (text: string, of = log) => link.run([{ text, values: { log: of } }]);
  const beside = (
    memory: Memory,
    store: { sessions(): Promise<{ session: string }[]> },
    of = log,
  ) =>
    withGraph(
      { ...memory, graph: memory.graph! },
      {
        clock: { now: () => 0 },
        log: of,
        sessions: async () => (await store.sessions()).map(({ session }) => session),
        open,
      },
    );
  beforeAll(async () => {
    link = await open();
  });
  afterAll(async () => {
    await ask('MATCH (n:Hookloom) WHERE n.log STARTS WITH $log DETACH DELETE n');
    await link.close();
  });

  test('returns the same edges as the local memory, including those of the past', async () => {
    const { store, record } = corpusLog();
    await record('a', corpusEvents('a', 300));
    const memory = await openMemory({ file: ':memory:', store });
    const graph = beside(memory, store);
    const names = (await memory.names('a')).slice(0, 40).map(({ name }) => ({ name }));
    let found = 0;
    for (const direction of ['in', 'out', 'both'] as const)
      for (const more of [{}, { asOfSeq: 60 }, { plain: true }, { relations: ['causal_caused'] }]) {
        const request: EdgeRequest = {
          sessions: ['a'],
          entities: names,
          direction,
          depth: 3,
          limit: 100,
          ...more,
        };
        const expected = await memory.edges(request);
        expect(await graph.walk!(request)).toEqual(expected);
        found += expected.length;
      }
    expect(found).toBeGreaterThan(50);
    await graph.close();
  });

  test('shows what superseded a decision, and the events that both cite', async () => {
    const of = `${log}-2`;
    const store = createMemoryStore();
    const decide = (rationale: string) =>
      store.append('s', [event('decision.made', { decision: 'lock', rationale })]);
    await decide('leases are simple');
    const memory = await openMemory({ file: ':memory:', store });
    const graph = beside(memory, store, of);
    await graph.sync();
    // The second one is sent to a graph that has the first.
    await decide('leases expire by themselves');
    await graph.sync();
    const rows = await ask(
      `MATCH (new:Statement {log: $log})-[:SUPERSEDES]->(old:Statement)-[:ABOUT]->(d:Decision), (new)-[:CITES]->(by:Event),
       (old)-[:CITES]->(first:Event), (by)-[:ENDED]->(old), (by)-[:IN]->(s:Session)
       RETURN new.text AS new, old.text AS old, by.citation AS by, first.seq AS first, s.name AS session, old.valid_to AS ended`,
      of,
    );
    expect(rows).toEqual([
      expect.objectContaining({
        new: expect.stringContaining('expire') as string,
        old: expect.stringContaining('simple') as string,
        by: expect.stringMatching(/^eventloom:\/\/s\/events\/2#/) as string,
        first: 1,
        session: 's',
        ended: expect.any(String) as string,
      }),
    ]);
    await graph.close();
  });

  test('contains nothing of a forgotten event, and is rebuilt from another log', async () => {
    const of = `${log}-3`;
    const store = createMemoryStore();
    const [, secret] = await store.append('s', [
      event('decision.made', { decision: 'lock', rationale: 'keep this' }),
      event('decision.made', { decision: 'heron', rationale: 'the heron nests here' }),
    ]);
    const texts = async () => {
      const rows = await ask(
        'MATCH (n:Statement {log: $log}) RETURN n.text AS text ORDER BY text',
        of,
      );
      return rows.map(({ text }) => text).join('\n');
    };
    const memory = await openMemory({ file: ':memory:', store });
    const graph = beside(memory, store, of);
    await graph.sync();
    expect(await texts()).toContain('heron');
    const { seq, id, hash } = secret!;
    await store.append('s', [event('memory.forgotten', { events: [{ seq, id, hash }] })]);
    await graph.sync();
    expect(await texts()).not.toContain('heron');
    expect(await texts()).toContain('keep this');
    await graph.close();
    const other = createMemoryStore();
    await other.append('s', [event('decision.made', { decision: 'boat', rationale: 'row' })]);
    const next = beside(await openMemory({ file: ':memory:', store: other }), other, of);
    await next.sync();
    expect(await texts()).toContain('row');
    expect(await texts()).not.toContain('keep this');
    await next.close();
  });

  test.each([
    ['a wrong password', { uri, password: 'wrong' }, 'Neo4j refused the user or the password.'],
    ['a closed port', { uri: 'bolt://127.0.0.1:1', password }, 'Neo4j cannot be reached.'],
  ])('an error names %s', async (_, given, message) => {
    const wrong = await openNeo4j({ user: 'neo4j', ...given });
    await expect(wrong.version()).rejects.toMatchObject({ message });
    await wrong.close();
  });
});
