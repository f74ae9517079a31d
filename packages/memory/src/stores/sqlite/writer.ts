/** Writes what events say into the projection: rows and cursor in one transaction, so a crash leaves a whole state. */
import type { Cursor, StoredEvent } from '@hookloom/core';
import type { EdgeDraft, EntityKey, Extracted, FactDraft } from '../../extract/extracted.ts';
import { extract } from '../../extract/index.ts';
import { analyze } from '../../search/analyze.ts';
import { dateTerms, dayTerms } from '../../search/date-terms.ts';
import { actorTerm, AUTHORITY_TERMS } from '../../search/marks.ts';
import type { Database } from './driver.ts';
import { openRows } from './rows.ts';

export interface Writer {
  /**
   * Projects a batch that follows `from`. `moved`: another projector was faster and nothing was written.
   * `forgotten`: the batch forgets events that are projected; the session has been emptied and starts anew.
   */
  apply(
    session: string,
    batch: readonly StoredEvent[],
    from: number,
    next: Cursor,
  ): 'applied' | 'moved' | 'forgotten';
}

/** Ids of entities that are kept in memory. */
const MAX_CACHED = 100_000;

export function createWriter(db: Database): Writer {
  const rows = openRows(db);
  const entities = new Map<string, number>();
  const edges = new Set<string>();
  const streams = new Map<string, number>();

  return {
    apply(session, batch, from, next) {
      db.exec('BEGIN IMMEDIATE');
      try {
        const outcome = write(session, batch, from, next);
        db.exec(outcome === 'moved' ? 'ROLLBACK' : 'COMMIT');
        return outcome;
      } catch (error) {
        db.exec('ROLLBACK');
        forgetIds();
        throw error;
      }
    },
  };

  function write(
    session: string,
    batch: readonly StoredEvent[],
    from: number,
    next: Cursor,
  ): ReturnType<Writer['apply']> {
    const known = rows.session(session);
    if (known.seq !== from) return 'moved';
    const { sid } = known;
    const skip = rows.forgotten(sid);
    const totals = { events: batch.length, docs: 0, facts: 0, tokens: 0, stream: known.stream };
    const latest = new Map<string, StoredEvent>();
    for (const event of batch) {
      latest.set(event.type, event);
      if (skip.has(event.id)) continue;
      const extracted = extract(event);
      const fresh = extracted.forget?.filter((id) => !skip.has(id)) ?? [];
      if (fresh.length > 0) {
        rows.forget(sid, fresh);
        forgetIds();
        return 'forgotten';
      }
      writeEvent(sid, event, extracted, totals);
    }
    for (const [type, event] of latest) rows.latest(sid, type, event.seq, event.timestamp);
    rows.advance(sid, next, totals);
    return 'applied';
  }

  function writeEvent(
    sid: number,
    event: StoredEvent,
    extracted: Partial<Extracted>,
    totals: { docs: number; facts: number; tokens: number; stream: number },
  ): void {
    const facts = extracted.facts ?? [];
    let doc = 0;
    if (extracted.document) {
      const { kind, content, metadata, searched = content } = extracted.document;
      const terms = analyze(searched);
      const dates = [...new Set([...dateTerms(searched), ...dayTerms(event.timestamp)])].join(' ');
      const text = terms.join(' ');
      const stream = (totals.stream = streamOf(sid, event, totals.stream));
      // Every speaker can be named in a question.
      entity(sid, { type: 'actor', name: event.actorId });
      doc = rows.document(sid, event, {
        stream,
        kind,
        content,
        metadata,
        length: terms.length,
        terms: text,
        dates,
      });
      const marks = facts.map(({ authority }) => AUTHORITY_TERMS[authority]).join(' ');
      rows.posting(doc, `${text} ${dates} ${actorTerm(event.actorId)} ${marks}`);
      totals.docs++;
      totals.tokens += terms.length;
    }
    for (const fact of facts) totals.facts += writeFact(sid, event, doc, fact);
    for (const edge of extracted.edges ?? []) writeEdge(sid, event, edge);
    for (const { importance, ...key } of extracted.reinforce ?? [])
      rows.reinforce(entity(sid, key), importance);
    for (const { at, ...key } of extracted.invalidate ?? [])
      rows.close(entity(sid, key), at, event);
  }

  /** The client's own session. What names none (a decision over MCP) belongs to the conversation that was going on. */
  function streamOf(sid: number, event: StoredEvent, current: number): number {
    const own = event.origin?.session_id ?? event.payload['session_id'];
    const name = typeof own === 'string' ? own : '';
    if (name === '' && current !== 0) return current;
    const key = `${sid} ${name}`;
    let stream = streams.get(key);
    if (stream === undefined) {
      stream = rows.stream(sid, name);
      if (streams.size >= MAX_CACHED) streams.clear();
      streams.set(key, stream);
    }
    return stream;
  }

  function forgetIds(): void {
    entities.clear();
    edges.clear();
    streams.clear();
  }

  /** Re-asserting closes the older version; the same words again only strengthen it. Returns how many rows were added. */
  function writeFact(sid: number, event: StoredEvent, doc: number, fact: FactDraft): number {
    const eid = entity(sid, fact);
    const open = rows.open(eid);
    if (open !== undefined && open.content === fact.content) {
      rows.reinforce(eid, null);
      return 0;
    }
    if (open !== undefined) rows.close(eid, event.timestamp, event);
    rows.fact(eid, sid, doc, event, fact);
    return 1;
  }

  function writeEdge(
    sid: number,
    event: StoredEvent,
    { source, relation, target }: EdgeDraft,
  ): void {
    const src = entity(sid, source);
    const dst = entity(sid, target);
    const key = `${src} ${relation} ${dst}`;
    if (edges.has(key)) return;
    if (edges.size >= MAX_CACHED) edges.clear();
    edges.add(key);
    rows.edge(src, relation, dst, sid, event);
  }

  function entity(sid: number, { type, name }: EntityKey): number {
    const key = `${sid} ${type.length} ${type} ${name}`;
    let eid = entities.get(key);
    if (eid === undefined) {
      eid = rows.entity(sid, type, name);
      if (entities.size >= MAX_CACHED) entities.clear();
      entities.set(key, eid);
    }
    return eid;
  }
}
