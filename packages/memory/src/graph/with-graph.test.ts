import { createMemoryStore } from '@hookloom/log';
import { HookloomError } from '@hookloom/core';
import { describe, expect, test } from 'vitest';
import { REST_MS } from '../fallback/fallback-memory.ts';
import type { ProjectionFallback } from '../memory.ts';
import { openMemory } from '../open-memory.ts';
import { openNeo4j, type DriverModule, type Query } from './neo4j-link.ts';
import { withGraph } from './with-graph.ts';
import { labelOf, typeOf } from './write-graph.ts';

const CAUSE = {
  source: { name: 'cache', entity_type: 'component' },
  target: { name: 'outage', entity_type: 'incident' },
  relation_type: 'caused',
};

/** A server that stores what it receives, and knows how far the graph is. */
async function setUp() {
  const store = createMemoryStore();
  const decide = (title: string) =>
    store.append('s', [
      { type: 'decision.made', actorId: 'ann', payload: { title }, origin: { channel: 'user' } },
    ]);
  await decide('Use leases');
  const state = { isDown: false, now: 0, sent: [] as Query[], at: null as object | null };
  const told: ProjectionFallback[] = [];
  const memory = await openMemory({ file: ':memory:', store });
  const graph = withGraph(
    { ...memory, graph: memory.graph! },
    {
      clock: { now: () => state.now },
      log: 'log',
      sessions: () => Promise.resolve(['s']),
      onFallback: (fallback) => void told.push(fallback),
      open: () => {
        if (state.isDown)
          return Promise.reject(new HookloomError('unavailable', 'Neo4j is down.', 'Start it.'));
        return Promise.resolve({
          run(queries) {
            state.sent.push(...queries);
            const { of } = (queries.at(-1)?.values ?? {}) as { of?: { seq: number } };
            if (of !== undefined) state.at = of;
            const asksHead = queries[0]!.text.includes('RETURN s.seq');
            return Promise.resolve(
              asksHead && state.at !== null ? [state.at as Record<string, string>] : [],
            );
          },
          version: () => Promise.resolve('Neo4j/5'),
          close: () => Promise.resolve(),
        });
      },
    },
  );
  const statements = () =>
    state.sent
      .splice(0)
      .filter(({ text }) => text.includes('n:Statement'))
      .flatMap(({ values }) =>
        (values!['rows'] as { of: { text: string } }[]).map(({ of }) => of.text),
      );
  return { store, state, told, memory, graph, decide, statements };
}

const WALK = {
  sessions: ['s'],
  entities: [{ name: 'Use leases' }],
  direction: 'out' as const,
  depth: 2,
  limit: 10,
};

describe('a graph beside the memory', () => {
  test('gets each statement once, and continues where it stopped', async () => {
    const { graph, decide, statements } = await setUp();
    await graph.sync();
    expect(statements()).toEqual(['Decision: Use leases.']);
    await graph.sync();
    expect(statements()).toEqual([]);
    await decide('Use queues');
    await graph.sync();
    expect(statements()).toEqual(['Decision: Use queues.']);
    await graph.close();
  });

  test("is rebuilt if the log has another event at the graph's position", async () => {
    const { graph, state, statements } = await setUp();
    await graph.sync();
    statements();
    state.at = { ...state.at, hash: `sha256:${'0'.repeat(64)}` };
    await graph.sync();
    const removed = state.sent.filter(({ text }) => text.includes('DETACH DELETE'));
    expect(removed).toHaveLength(1);
    expect(statements()).toEqual(['Decision: Use leases.']);
    await graph.close();
  });

  test('is updated after a question, which does not wait for it', async () => {
    const { graph, statements } = await setUp();
    const found = await graph.search({ query: 'leases', sessions: ['s'], limit: 3 });
    expect(found.sources).toHaveLength(1);
    await graph.close();
    expect(statements()).toEqual(['Decision: Use leases.']);
  });

  test('uses the edges of the local memory while Neo4j is unavailable, and says so', async () => {
    const { graph, state, told, memory, store } = await setUp();
    await store.append('s', [
      { type: 'causal.edge.inferred', actorId: 'ann', payload: CAUSE, origin: { channel: 'user' } },
    ]);
    state.isDown = true;
    expect(await graph.walk!(WALK)).toEqual(await memory.edges(WALK));
    const fallback = { backend: 'neo4j', reason: 'Neo4j is down.' };
    expect(told).toEqual([fallback]);
    expect(graph.fallback!()).toEqual(fallback);
    state.isDown = false;
    // No request for half a minute.
    await graph.walk!(WALK);
    expect(state.sent).toEqual([]);
    state.now = REST_MS;
    await graph.walk!(WALK);
    expect(state.sent).not.toEqual([]);
    expect(graph.fallback!()).toBeNull();
    await graph.close();
  });
});

test('names become labels and types that Cypher accepts', () => {
  expect(labelOf('skill_version')).toBe('`SkillVersion`');
  expect(labelOf('a`}) DETACH DELETE n //')).toBe('`ADETACHDELETEN`');
  expect(typeOf('causal_caused')).toBe('`CAUSAL_CAUSED`');
  expect(typeOf('→')).toBe('`RELATED`');
});

describe('errors of Neo4j', () => {
  const failing = (code: string): DriverModule => ({
    auth: { basic: () => null },
    driver: () => ({
      getServerInfo: () => Promise.reject(Object.assign(new Error('secret of ann'), { code })),
      session: () => {
        throw new Error('not asked');
      },
      close: () => Promise.resolve(),
    }),
  });
  const address = { uri: 'bolt://here', user: 'ann', password: 'p' };

  test.each([
    ['Neo.ClientError.Security.Unauthorized', 'permission_denied', /NEO4J_PASSWORD/],
    ['Neo.ClientError.Security.CredentialsExpired', 'permission_denied', /browser/],
    ['Neo.ClientError.Security.Forbidden', 'permission_denied', /NEO4J_USER/],
    ['ServiceUnavailable', 'unavailable', /NEO4J_URI/],
    ['Neo.TransientError.General.OutOfDiskSpace', 'unavailable', /NEO4J_URI/],
  ])('%s names the setting and nothing that the server said', async (code, expected, setting) => {
    const link = await openNeo4j(address, () => Promise.resolve(failing(code)));
    const error = await link.version().catch((thrown: unknown) => thrown as HookloomError);
    expect(error).toMatchObject({
      code: expected,
      remediation: expect.stringMatching(setting) as string,
    });
    expect(JSON.stringify(error)).not.toContain('secret');
    expect((error as HookloomError).message).not.toContain('secret');
  });
});
