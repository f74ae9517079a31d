/**
 * A memory with a copy of its graph in Neo4j. The memory on this machine answers; the graph is updated after each
 * question and answers questions about edges. Nothing waits for an unavailable Neo4j.
 */
import { isHookloomError, isSharedSession, unavailable } from '@hookloom/core';
import type { Clock } from '@hookloom/core/events';
import { REST_MS } from '../fallback/fallback-memory.ts';
import type { GraphSource, Memory, ProjectionFallback } from '../memory.ts';
import { lowerAscii } from '../store/entity-rows.ts';
import type { Neo4jLink } from './neo4j-link.ts';
import { edgesInGraph } from './read-graph.ts';
import { graphQueries, keyOf, SCHEMA } from './write-graph.ts';

export interface GraphOptions {
  clock: Clock;
  /** Identifies the log in a database that contains several. */
  log: string;
  /** The sessions of the log. */
  sessions(): Promise<string[]>;
  open(): Promise<Neo4jLink>;
  /** Called when the memory on this machine answers instead of the graph. */
  onFallback?(fallback: ProjectionFallback): void;
}

/** Events whose rows are written in one transaction. */
const EVENTS = 2000;
const REMOVED = 5000;

export function withGraph(memory: Memory & { graph: GraphSource }, options: GraphOptions): Memory {
  const { clock, log } = options;
  let link: Promise<Neo4jLink> | null = null;
  let failure: { reason: string; atMs: number } | null = null;
  let isClosing = false;
  /** One at a time, because two updates would write the same nodes. */
  let turn: Promise<unknown> = Promise.resolve();

  const isResting = (): boolean => failure !== null && clock.now() - failure.atMs < REST_MS;

  /** Null if Neo4j is not available now. */
  async function using<T>(work: (link: Neo4jLink) => Promise<T>): Promise<T | null> {
    if (isResting()) return null;
    try {
      const done = await work(await (link ??= opened()));
      failure = null;
      return done;
    } catch (error) {
      const broken = link;
      link = null;
      if (!isHookloomError(error)) throw error;
      failure = { reason: error.message, atMs: clock.now() };
      await broken?.then((open) => open.close()).catch(() => {});
      return null;
    }
  }

  async function opened(): Promise<Neo4jLink> {
    const open = await options.open();
    try {
      await open.run(SCHEMA);
      return open;
    } catch (error) {
      await open.close();
      throw error;
    }
  }

  /** Updates the graph of these sessions to their heads. */
  function follow(sessions: readonly string[]): Promise<true | null> {
    const done = turn.then(() =>
      using(async (open) => {
        for (const session of sessions)
          if (!isSharedSession(session)) await followOne(open, session);
        return true as const;
      }),
    );
    turn = done.catch(() => {});
    return done;
  }

  async function followOne(open: Neo4jLink, session: string): Promise<void> {
    const place = { log, session };
    const key = keyOf(place, 'session');
    const head = await memory.graph.head(session);
    const [known] = await open.run([
      {
        text: 'MATCH (s:Hookloom {key: $key}) RETURN s.seq AS seq, s.hash AS hash, s.forgotten AS forgotten',
        values: { key },
      },
    ]);
    let after = Number(known?.['seq'] ?? 0);
    const isContinued =
      head !== null &&
      known?.['forgotten'] === head.forgotten &&
      after <= head.seq &&
      (await memory.graph.hashAt(session, after)) === known['hash'];
    if (known !== undefined && !isContinued) {
      await remove(open, session);
      after = 0;
    }
    if (head === null) return;
    while (after < head.seq) {
      const to = Math.min(head.seq, after + EVENTS);
      const hash = to === head.seq ? head.hash : await memory.graph.hashAt(session, to);
      const rows = await memory.graph.rows(session, after, to);
      await open.run([
        ...graphQueries(place, rows, lowerAscii),
        {
          text: 'MERGE (s:Hookloom {key: $key}) SET s:Session, s += $of',
          values: {
            key,
            of: { log, session, name: session, seq: to, hash, forgotten: head.forgotten },
          },
        },
      ]);
      after = to;
      // The next process continues from here.
      if (isClosing) return;
    }
  }

  async function remove(open: Neo4jLink, session: string): Promise<void> {
    for (;;) {
      const [gone] = await open.run([
        {
          text: `MATCH (n:Hookloom {log: $log, session: $session}) WITH n LIMIT ${REMOVED} DETACH DELETE n RETURN count(*) AS n`,
          values: { log, session },
        },
      ]);
      if (Number(gone?.['n'] ?? 0) < REMOVED) return;
    }
  }

  const fallback = (): ProjectionFallback | null =>
    failure === null ? null : { backend: 'neo4j', reason: failure.reason };
  /** In the background, without waiting. Failures are reported by Neo4j's fallback. */
  const followLater = (sessions: readonly string[]): void => void follow(sessions).catch(() => {});

  return {
    ...memory,
    fallback,
    async sync(sessions, limits) {
      const done = await memory.sync(sessions, limits);
      await follow(sessions ?? (await options.sessions()));
      return done;
    },
    async search(request) {
      const found = await memory.search(request);
      followLater(request.sessions);
      return found;
    },
    ...(memory.snapshot !== undefined && {
      async snapshot(sessions: readonly string[]) {
        const reads = await memory.snapshot!(sessions);
        followLater(sessions);
        return reads;
      },
    }),
    async walk(request) {
      const followed = await follow(request.sessions);
      const found =
        followed === null ? null : await using((open) => edgesInGraph(open, log, request));
      if (found !== null) return found;
      options.onFallback?.(fallback() ?? { backend: 'neo4j', reason: UNKNOWN.message });
      return memory.edges(request);
    },
    async close() {
      isClosing = true;
      await turn;
      await (await link?.catch(() => null))?.close();
      await memory.close();
    },
  };
}

const UNKNOWN = unavailable('Neo4j cannot be used.', 'Try again later.');
