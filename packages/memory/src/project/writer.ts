/** Writes events into the projection: rows and cursor in one transaction, so a crash leaves a consistent state. */
import { isSharedSession, type JsonObject } from '@hookloom/core';
import { checkWriter, type Channel, type Cursor, type StoredEvent } from '@hookloom/core/events';
import { isUntrusted } from '../channels.ts';
import {
  newText,
  type EdgeDraft,
  type EntityKey,
  type Extracted,
  type FactDraft,
} from '../extract/extracted.ts';
import { extract, isOwnRecord } from '../extract/index.ts';
import { analyze } from '../words/analyze.ts';
import {
  dateTerms,
  dayTerms,
  actorTerm,
  QUESTION_MARK,
  addedQuestionTerms,
  AUTHORITY_TERMS,
  channelTerm,
  turnMarks,
} from '../words/marks.ts';
import { openAttachedWords } from '../store/attached-words.ts';
import { openConversations } from '../store/conversations.ts';
import { withInherited } from '../store/with-inherited.ts';
import { createNoteProjection } from '../notes/project-notes.ts';
import { openEntityIds } from './entity-ids.ts';
import type { Database, Rewrites } from '../store/port.ts';
import { channelOf, mayReplace } from '../store/may-replace.ts';
import { openRows, type OpenFact } from '../store/rows.ts';
import { openSharedRows, type SharedRows } from '../store/shared-rows.ts';
import { openPostings } from '../store/search-rows.ts';
import { openStatements } from '../store/statement-rows.ts';
import { openTaint, type Followed } from '../taint/follow-taint.ts';

export interface Writer {
  /**
   * Projects a batch that follows `from`. `moved`: another projector was faster and nothing was written. `forgotten`:
   * the batch forgets projected events; the session was emptied and is projected again.
   */
  apply(
    session: string,
    batch: readonly StoredEvent[],
    from: number,
    next: Cursor,
  ): 'applied' | 'moved' | 'forgotten';
  shared: Pick<SharedRows, 'drop' | 'gone'>;
  rewrites(): Rewrites;
}

/** The conversation for parts of changed files. It is never searched. */
const RETIRED = 'retired:';
const MAX_CACHED = 100_000;
const MAX_MARKED = 10_000;

export function createWriter(db: Database): Writer {
  const postings = openPostings(db);
  const rows = openRows(db, postings);
  const shared = openSharedRows(db, (sid) => {
    rows.empty(sid);
    removals++;
    forgetIds();
  });
  const attached = openAttachedWords(db, postings);
  const notes = createNoteProjection(db);
  const conversations = openConversations(db);
  /** Of the event that is written. */
  let branch = '';
  const restore = (doc: number, own: Channel): void => {
    rows.restore(doc, own);
    remark(doc);
    statements.drop();
  };
  const taint = openTaint(db, { restore }, postings);
  const statements = openStatements(db, {
    open: (sid, key) => openFact(entity(sid, key)),
    close: (sid, key, event, at) => invalidate(sid, { ...key, at }, event),
    add: writeVersion,
    addEnded(sid, { doc, seq, at: timestamp }, fact, by, at) {
      const eid = entity(sid, fact);
      rows.fact(eid, sid, doc, { seq, timestamp, origin: { channel: 'user' } }, fact);
      rows.close(eid, at, by);
    },
  });
  const entities = openEntityIds(rows, (eid) => {
    fresh.add(eid);
    blank.add(eid);
  });
  const entity = (sid: number, key: EntityKey): number => entities.of(sid, key);
  const edges = new Set<string>();
  /** Entities created in this batch, about which nothing existed before. `blank`: and no fact since. */
  const fresh = new Set<number>();
  const blank = new Set<number>();
  /** Documents of this batch's closed facts. They lose the marks of accepted facts. */
  const closed = new Set<number>();
  let dataVersion = rows.dataVersion();
  let removals = 0;
  const marked: number[] = [];

  return {
    rewrites: () => ({ removed: `${rows.dataVersion()} ${removals}`, marked }),
    shared,
    apply(session, batch, from, next) {
      db.begin();
      try {
        // Another process may have emptied a session, so its entities may have new ids.
        const version = rows.dataVersion();
        if (version !== dataVersion) forgetIds();
        dataVersion = version;
        const outcome = write(session, batch, from, next);
        if (outcome !== 'applied') postings.drop();
        if (outcome === 'moved') db.rollback();
        else db.commit();
        return outcome;
      } catch (error) {
        db.rollback();
        postings.drop();
        notes.drop();
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
    const { sid, seq, stream } = rows.session(session);
    if (seq !== from) return 'moved';
    const isShared = isSharedSession(session);
    const skip = isShared ? shared.forgotten(sid) : rows.forgotten(sid);
    if (isShared && shared.forget(sid, batch, skip)) return 'forgotten';
    const totals = { session, events: batch.length, docs: 0, facts: 0, tokens: 0, stream };
    for (const ids of [closed, fresh, blank]) ids.clear();
    const latest = new Map<string, StoredEvent>();
    const read = new Map(batch.map((event) => [event, skip.has(event.id) ? {} : extract(event)]));
    // The records of every answer are many and name nothing.
    const passed = new Set(batch.filter((event) => isOwnRecord(event, read.get(event)!)));
    if (passed.size < batch.length) entities.lookUp(sid, read);
    // An answer about decisions enters no code for notes.
    let hasNotes = false;
    for (const event of batch) {
      const isAuthorised = checkWriter(event) === 'authorised';
      if (isAuthorised) latest.set(event.type, event);
      // None of its events is projected, so the tombstone that names it empties nothing.
      if (event.shredded !== null && !isShared) skip.add(rows.skip(sid, event.id));
      if (skip.has(event.id)) continue;
      const extracted = read.get(event)!;
      const forgets = extracted.forget?.filter((id) => !skip.has(id)) ?? [];
      if (forgets.length > 0) {
        // Triggers remove the rows from the search tables, so the rows must be written there first.
        notes.flush();
        rows.forget(sid, forgets);
        removals++;
        forgetIds();
        return 'forgotten';
      }
      for (const target of extracted.salience ?? []) rows.salience(sid, event.timestamp, target);
      const followed = passed.has(event) ? null : taint.follow(sid, event, extracted);
      if (followed !== null) writeEvent(sid, followed, extracted, totals);
      if (isAuthorised && event.shredded === null && event.payload['self'] !== true) {
        const steps = notes.steps.get(event.type) ?? [];
        for (const step of steps) step(sid, followed?.event ?? event);
        hasNotes ||= steps.length > 0;
      }
      followed?.keep();
    }
    for (const doc of closed) {
      rows.unmark(doc);
      remark(doc);
    }
    for (const [type, event] of latest) rows.latest(sid, type, event.seq, event.timestamp);
    rows.advance(sid, next, totals);
    if (hasNotes) notes.flush();
    postings.flush();
    return 'applied';
  }

  function remark(doc: number): void {
    if (marked.length >= MAX_MARKED) {
      marked.length = 0;
      removals++;
    }
    marked.push(doc);
  }

  function writeEvent(
    sid: number,
    { event, own }: Pick<Followed, 'event' | 'own'>,
    extracted: Partial<Extracted>,
    totals: { session: string; docs: number; facts: number; tokens: number; stream: number },
  ): void {
    for (const path of extracted.retire ?? []) {
      const gone = rows.retire(sid, path, conversations.named(sid, RETIRED), event);
      if (gone.docs > 0) removals++;
      totals.docs -= gone.docs;
      totals.tokens -= gone.tokens;
    }
    const facts = (extracted.facts ?? []).map((fact) => completed(sid, fact));
    let doc = 0;
    branch = '';
    if (extracted.document) {
      const { kind, metadata } = extracted.document;
      const content = newText(extracted, facts) ?? extracted.document.content;
      const { searched = content, asked = [] } = extracted.document;
      const terms = analyze(searched);
      const marks = turnMarks(searched, kind === 'transcript');
      const dates = [
        ...new Set([...dateTerms(searched), ...dayTerms(event.timestamp), ...marks]),
      ].join(' ');
      const also = asked.length === 0 ? [] : addedQuestionTerms(asked, terms);
      const text = [...terms, ...also.map((term) => `${QUESTION_MARK}${term}`)].join(' ');
      const { source } = extracted.document;
      let stream: number;
      if (source === undefined) {
        ({ stream, branch } = conversations.of(sid, event, totals.stream));
        totals.stream = stream;
      } else stream = conversations.named(sid, `file:${source}`);
      // Questions can name every speaker.
      entity(sid, { type: 'actor', name: event.actorId });
      doc = rows.document(sid, event, {
        stream,
        kind,
        content,
        metadata: onBranch(metadata),
        length: terms.length,
        terms: text,
        dates,
        asked: asked.length === 0 ? '' : ` (${asked.join(' ')})`,
      });
      if (source !== undefined) rows.piece(sid, source, doc);
      const standing = facts.map(({ authority }) => AUTHORITY_TERMS[authority]).join(' ');
      const channel = channelTerm(channelOf(event));
      const stands = `${dates} ${actorTerm(event.actorId)} ${standing} ${channel}`;
      postings.add(doc, `${text} ${stands}`, [...terms, ...also]);
      totals.docs++;
      totals.tokens += terms.length;
    }
    for (const fact of facts) totals.facts += writeFact(sid, event, doc, fact);
    const attach = (text: string, events: readonly string[] = [event.id]): void => {
      const words = analyze(text);
      const of = { sid, session: totals.session };
      for (const target of events)
        totals.tokens += attached.add(of, target, words, channelOf(event));
    };
    const turn = { sid, doc, stream: totals.stream, event, own, facts, attach };
    totals.facts += statements.write(turn);
    for (const edge of extracted.edges ?? []) writeEdge(sid, event, edge);
    for (const { source, relation, target, at } of extracted.retract ?? [])
      rows.retract({ src: entity(sid, source), relation, dst: entity(sid, target) }, at, event);
    for (const { importance, ...key } of extracted.reinforce ?? []) {
      const eid = entity(sid, key);
      if (mayReplace(event, openFact(eid))) rows.reinforce(eid, importance);
    }
    for (const { purpose, sign, ...key } of extracted.outcomes ?? [])
      rows.outcome(entity(sid, key), sid, purpose, sign);
    if (extracted.attach !== undefined) attach(extracted.attach.text, extracted.attach.events);
    for (const target of extracted.invalidate ?? []) invalidate(sid, target, event);
  }

  function onBranch(properties: JsonObject): JsonObject {
    return branch === '' ? properties : { ...properties, branch };
  }

  function invalidate(
    sid: number,
    { at, ...key }: EntityKey & { at: string },
    by: StoredEvent,
  ): void {
    const eid = entity(sid, key);
    const open = openFact(eid);
    if (!mayReplace(by, open)) return;
    closeFact(eid, open, at, by);
    statements.forget(sid, key);
  }

  function completed(sid: number, fact: FactDraft): FactDraft {
    return withInherited(fact, () => openFact(entity(sid, fact))?.properties ?? {});
  }

  function openFact(eid: number): OpenFact | undefined {
    return blank.has(eid) ? undefined : rows.open(eid);
  }

  function closeFact(eid: number, open: OpenFact | undefined, at: string, by: StoredEvent): void {
    if (open === undefined) return;
    rows.close(eid, at, by);
    if (open.isAccepted && open.doc > 0) closed.add(open.doc);
  }

  function forgetIds(): void {
    postings.forget();
    entities.drop();
    edges.clear();
    conversations.drop();
    notes.forgetIds();
    taint.drop();
    statements.drop();
  }

  /** Asserting again closes the older version; the same words only reinforce it. Returns how many rows were added. */
  function writeFact(sid: number, event: StoredEvent, doc: number, fact: FactDraft): number {
    const eid = entity(sid, fact);
    const open = openFact(eid);
    // A trusted source now states what was only reported. This is a new version with its channel.
    const vouched =
      open !== undefined && isUntrusted(open.channel) && !isUntrusted(channelOf(event));
    if (open !== undefined && open.content === fact.content && !vouched) {
      if (mayReplace(event, open)) rows.reinforce(eid, null);
      return 0;
    }
    return writeVersion(sid, event, doc, fact);
  }

  function writeVersion(sid: number, event: StoredEvent, doc: number, fact: FactDraft): number {
    const eid = entity(sid, fact);
    const open = openFact(eid);
    if (!mayReplace(event, open)) return 0;
    closeFact(eid, open, event.timestamp, event);
    rows.fact(eid, sid, doc, event, { ...fact, properties: onBranch(fact.properties) });
    blank.delete(eid);
    return 1;
  }

  function writeEdge(
    sid: number,
    event: StoredEvent,
    { source, relation, target, properties }: EdgeDraft,
  ): void {
    const src = entity(sid, source);
    const dst = entity(sid, target);
    if (properties !== undefined) {
      rows.generatedEdge({ src, relation, dst }, sid, event, properties);
      return;
    }
    const key = `${src} ${relation} ${dst}`;
    if (edges.has(key)) return;
    if (edges.size >= MAX_CACHED) {
      edges.clear();
      fresh.clear();
    }
    edges.add(key);
    rows.edge({ src, relation, dst }, sid, event, fresh.has(src) || fresh.has(dst));
  }
}
