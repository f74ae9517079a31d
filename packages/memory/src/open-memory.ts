/** Opens the memory over a log: the projection file, its projector and its search behind one interface. */
import { renderCitation, type Channel, type EventStore } from '@hookloom/core';
import { createFactReader, hashText } from './facts/read-facts.ts';
import type { Memory } from './memory.ts';
import { createProjector, type Projector } from './projector.ts';
import type { RecentEvent, SessionStats, WorkingSetItem } from './rows.ts';
import { createSearch, type Search } from './search/search.ts';
import { docId, seqOfDoc } from './stores/sqlite/doc-id.ts';
import type { Database } from './stores/sqlite/driver.ts';
import { isDamage, openStore, removeStore } from './stores/sqlite/open-store.ts';

export interface OpenMemoryOptions {
  /** Absolute path of the projection file, or `:memory:`. */
  file: string;
  store: EventStore;
}

const BUCKETS: readonly WorkingSetItem['kind'][] = [
  'goal',
  'decision',
  'task',
  'blocker',
  'artifact',
  'source_anchor',
];

interface Opened {
  db: Database;
  projector: Projector;
  search: Search;
}

/** Throws `unavailable` where no SQLite runs. A damaged or foreign projection is rebuilt from the log. */
export async function openMemory({ file, store }: OpenMemoryOptions): Promise<Memory> {
  let opened = await open();

  async function open(): Promise<Opened> {
    const db = await openStore(file);
    return { db, projector: createProjector(db, store), search: createSearch(db) };
  }

  async function reset(): Promise<void> {
    opened.db.close();
    if (file !== ':memory:') removeStore(file);
    opened = await open();
  }

  async function sync(
    sessions?: string[],
    options: { maxEvents?: number } = {},
  ): Promise<{ projected: number; behind: boolean }> {
    const names = sessions ?? (await store.sessions()).map(({ session }) => session);
    const total = { projected: 0, behind: false };
    for (const name of names) {
      const left = (options.maxEvents ?? Number.MAX_SAFE_INTEGER) - total.projected;
      if (left <= 0) return { ...total, behind: true };
      const { projected, behind, lost } = await opened.projector.follow(name, left);
      if (lost) {
        await reset();
        return sync(undefined, options);
      }
      total.projected += projected;
      total.behind ||= behind;
    }
    return total;
  }

  /** Any doubt about the file, and it is rebuilt. */
  async function reading<T>(sessions: string[], read: () => T): Promise<T> {
    try {
      await sync(sessions);
      return read();
    } catch (error) {
      if (!isDamage(error)) throw error;
      await reset();
      await sync(sessions);
      return read();
    }
  }

  return {
    sync,
    reset,
    search: (request) => reading(request.sessions, () => opened.search.search(request)),
    searchSources: (request) => reading(request.sessions, () => opened.search.sources(request)),
    facts: (request) =>
      reading(request.sessions, () => {
        const sids = request.sessions
          .map((name) => sidOf(opened.db, name))
          .filter((sid) => sid > 0);
        return createFactReader(opened.db).byTypes(sids, request);
      }),
    workingSet: (session, options = {}) =>
      reading([session], () => workingSet(opened.db, session, options)),
    recent: (session, limit, options = {}) =>
      reading([session], () => recent(opened.db, session, limit, options.asOfSeq)),
    stats: (session, { fresh = true } = {}) =>
      reading(fresh ? [session] : [], () => stats(opened, session)),
    close() {
      opened.db.close();
      return Promise.resolve();
    },
  };
}

function sidOf(db: Database, session: string): number {
  return Number(db.prepare('SELECT sid FROM sessions WHERE name = ?').get(session)?.['sid'] ?? -1);
}

function workingSet(
  db: Database,
  session: string,
  { limit = 5, asOfSeq = Number.MAX_SAFE_INTEGER }: { limit?: number; asOfSeq?: number },
): WorkingSetItem[] {
  const sid = sidOf(db, session);
  const facts = createFactReader(db);
  return BUCKETS.flatMap((kind) =>
    facts.bucket(sid, kind, limit, asOfSeq).map((fact) => ({
      kind,
      content: fact.content,
      status: typeof fact.properties['status'] === 'string' ? fact.properties['status'] : null,
      citation: renderCitation(fact.session, fact.seq, fact.hash),
      seq: fact.seq,
      timestamp: fact.validFrom,
      channel: fact.channel,
    })),
  );
}

const SUMMARY_CHARS = 240;

function recent(
  db: Database,
  session: string,
  limit: number,
  asOfSeq = Number.MAX_SAFE_INTEGER,
): RecentEvent[] {
  const sid = sidOf(db, session);
  return db
    .prepare(
      "SELECT id, hash, type, actor, channel, ts, content FROM docs WHERE id BETWEEN ? AND ? AND kind <> 'document' ORDER BY id DESC LIMIT ?",
    )
    .all(docId(sid, 0), docId(sid, asOfSeq), limit)
    .reverse()
    .map((row) => ({
      seq: seqOfDoc(Number(row['id'])),
      hash: hashText(row['hash']),
      type: String(row['type']),
      actor: String(row['actor']),
      timestamp: String(row['ts']),
      channel: String(row['channel']) as Channel,
      summary: String(row['content']).replace(/\s+/g, ' ').slice(0, SUMMARY_CHARS).toWellFormed(),
    }));
}

function stats({ db, projector }: Opened, session: string): SessionStats {
  const row = db.prepare('SELECT sid, events, facts FROM sessions WHERE name = ?').get(session);
  const latest = db
    .prepare('SELECT type, seq, ts FROM latest WHERE sid = ?')
    .all(Number(row?.['sid'] ?? -1));
  return {
    session,
    cursor: projector.cursor(session),
    eventCount: Number(row?.['events'] ?? 0),
    factCount: Number(row?.['facts'] ?? 0),
    latest: Object.fromEntries(
      latest.map((item) => [
        String(item['type']),
        { seq: Number(item['seq']), timestamp: String(item['ts']) },
      ]),
    ),
  };
}
