/**
 * Projects the statements of turns as versions of entities. A newer one ends the older one of its slot, what a person
 * corrects, and what a decision supersedes. Depends only on the events and their order: a rebuild gives the same rows.
 */
import { parseCitation, stringsAt } from '@hookloom/core';
import { checkWriter, type StoredEvent } from '@hookloom/core/events';
import { isClientText, isUntrusted } from '../channels.ts';
import { textOf, type EntityKey, type FactDraft } from '../extract/extracted.ts';
import { isDialogue, roleAndText } from '../extract/agent-work.ts';
import { docId } from './stored-ids.ts';
import { lowerAscii } from './entity-rows.ts';
import type { Database, SqlValue } from './port.ts';
import { bareValue, withValue } from '../statements/bare-value.ts';
import { extractStatements } from '../statements/extract-statements.ts';
import { mayChange, meaningOf } from '../statements/meaning.ts';
import { plainSentences } from '../statements/plain-sentences.ts';
import { reportsDone } from '../statements/reports-done.ts';
import { CHANGE_CUE } from '../statements/read-user.ts';
import { relationOf } from '../statements/relation.ts';
import { hasValue } from '../statements/slot.ts';
import { STATEMENT_KINDS, type Statement } from '../statements/statement.ts';
import { validityOf } from '../statements/validity.ts';
import type { OwnWords } from '../taint/repeated-parts.ts';
import type { OpenFact } from './rows.ts';
import { bestOf, countOf, draftOf, endedDraft, fieldsOf, type Effect } from './statement-drafts.ts';
import { openStatementReviews } from './statement-reviews.ts';
import { begins, isReport, openSettledEnds, reportsEndOf } from './settled-ends.ts';
import { openTurnsBefore } from './conversations.ts';
import {
  byAge,
  canBeEnded,
  openEndableIndexes,
  statementText,
  type Said,
  type EndableIndex,
} from './endable-index.ts';

/** Maximum number of characters of a turn that are read for changes. */
const MAX_CHANGED = 4_000;

/** The versions of entities, as the writer keeps them. */
export interface Versions {
  open(
    sid: number,
    key: EntityKey,
  ):
    | Pick<OpenFact, 'content' | 'properties' | 'channel' | 'doc' | 'hash' | 'isAccepted'>
    | undefined;
  /** Has no effect if the event may not end it. */
  close(sid: number, key: EntityKey, by: StoredEvent, at: string): void;
  /** Returns how many rows were added. */
  add(sid: number, event: StoredEvent, doc: number, fact: FactDraft): number;
  /** A row for a sentence of an earlier event that was not a statement until it ended. */
  addEnded(sid: number, said: Said, fact: FactDraft, by: StoredEvent, at: string): void;
}

export interface ProjectedTurn {
  sid: number;
  doc: number;
  /** The conversation of the turn. */
  stream: number;
  event: StoredEvent;
  /** What it says besides what it repeats from outside; absent if it repeats nothing. */
  own?: OwnWords | undefined;
  /** The statements of an event that are not its sentences. */
  facts: readonly FactDraft[];
  /** Makes the event findable by words that its own text does not contain. */
  attach(text: string): void;
}

const CITATION = /^eventloom:\/\/[\w.-]+\/events\/\d+#[0-9a-f]{12,}$/;

/** The text before the words of a correction that only names a value. */
const BARE_CUE = 'value: ';

export function openStatements(db: Database, versions: Versions) {
  const indexes = openEndableIndexes(db);
  const reviews = openStatementReviews(db);
  const turns = openTurnsBefore(db);
  const settledBy = openSettledEnds(db);
  const slotsOf = db.prepare(
    `SELECT type FROM entities WHERE lower(name) = ? AND sid = ? AND type IN (${STATEMENT_KINDS.map((kind) => `'${kind}'`).join()}) AND name = ?`,
  );
  const openOf = db.prepare(
    `SELECT e.type AS type, e.name AS name, d.hash AS hash FROM facts f JOIN entities e ON e.eid = f.eid
     JOIN docs d ON d.id = f.doc WHERE f.doc = ? AND f.valid_to IS NULL ORDER BY f.fid`,
  );
  const titled = db.prepare(
    `SELECT e.type AS type, e.name AS name FROM entities e JOIN facts f ON f.eid = e.eid
     WHERE e.sid = ? AND lower(e.name) = ? AND f.valid_to IS NULL AND f.doc < ? ORDER BY f.fid`,
  );

  return {
    drop: () => indexes.drop(),
    forget: (sid: number, key: EntityKey) => indexes.loaded(sid)?.forget(key),
    /** Returns how many rows were added. */
    write(turn: ProjectedTurn): number {
      const { sid, doc, event, facts } = turn;
      if (event.type === 'statement.reviewed' && checkWriter(event) === 'authorised') {
        reviews.apply(sid, event);
        indexes.drop();
      }
      if (doc === 0) return 0;
      if (event.type === 'decision.made') supersede(turn);
      for (const fact of facts)
        if (canBeEnded(fact)) {
          endByRecord(turn, fact);
          learn(turn, fact);
        }
      const { role, text } = roleAndText(event);
      if (role === 'user' && event.origin?.channel === 'user') return hear(turn, text);
      let added = 0;
      const said = statementsOf(turn);
      if (isReport(text) || said.some(({ kind }) => kind === 'done')) finish(turn);
      for (const statement of said) {
        const isOwn = turn.own?.include(statement.text) === true;
        const from = isOwn ? { ...turn, event: turn.own!.event } : turn;
        if (statement.kind === 'done') settle(from, statement.text);
        const draft = draftOf(statement, event);
        const rows = add(from, draft);
        if (rows > 0) learn(from, draft);
        added += rows;
      }
      return added;
    },
  };

  /** Updates the index of a session to the state that reading it again would give. */
  function learn({ sid, doc, event }: ProjectedTurn, fact: FactDraft): void {
    const { type, name } = fact;
    const isNew = versions.open(sid, fact)?.doc === doc;
    if (!isNew || isUntrusted(event.origin?.channel ?? 'tool')) return;
    const place = { doc, seq: event.seq, at: event.timestamp };
    indexes.loaded(sid)?.add({ ...place, text: statementText(fact), key: { type, name } });
  }

  /**
   * Remembered text and recorded decisions end the statements that they change. An agent's never end a person's
   * statement.
   */
  function endByRecord(turn: ProjectedTurn, fact: FactDraft): void {
    const { sid, doc, event } = turn;
    const isRecord =
      event.type === 'memory.remembered' || (event.type === 'decision.made' && !isDialogue(event));
    const channel = event.origin?.channel ?? 'tool';
    if (!isRecord || isUntrusted(channel)) return;
    for (const text of plainSentences(statementText(fact))) {
      // Two records that only differ are a contradiction: a person decides.
      if (!mayChange(` ${text}`) || meaningOf(text).change === 'plain') continue;
      const index = indexes.of(sid, doc);
      const heard = understand({ text, statement: null }, turn, index);
      heard.ends = heard.ends.filter(
        ({ said: { key } }) =>
          (key === null || key.name !== fact.name || key.type !== fact.type) &&
          (channel === 'user' || (key !== null && versions.open(sid, key)?.channel !== 'user')),
      );
      end(turn, heard, index);
    }
  }

  /** A person's turn: its statements, and the statements that it ends. */
  function hear(turn: ProjectedTurn, content: string): number {
    const { sid, doc, event } = turn;
    if (event.type === 'transcript.turn') answer(turn, content);
    for (const text of plainSentences(content)) if (reportsDone(text)) settle(turn, text);
    const bare = event.type === 'transcript.turn' ? ofBareValue(turn, content) : null;
    const stated = bare === null ? statementsOf(turn) : [bare];
    const texts = new Set(stated.map(({ text }) => text));
    const changes = mayChange(content.slice(0, MAX_CHANGED))
      ? plainSentences(content).filter((text) => !texts.has(text) && mayChange(` ${text}`))
      : [];
    const isPlain = texts.size + changes.length === 0;
    const index = isPlain ? indexes.loaded(sid) : indexes.of(sid, doc);
    if (index === undefined) return 0;
    let added = 0;
    const place = { doc, seq: event.seq, at: event.timestamp };
    const learnt: (() => void)[] = [];
    for (const text of [...texts, ...changes]) {
      const heard = understand(
        { text, statement: stated.find((each) => each.text === text) ?? null },
        turn,
        index,
      );
      if (heard.statement === null) continue;
      texts.add(text);
      const key = heard.repeats?.key ?? undefined;
      const draft = { ...draftOf(heard.statement, event), ...key };
      const { until, from } = heard.validity;
      if (key === undefined && (until ?? from) !== undefined)
        draft.name = `${draft.name} (${until === undefined ? 'from' : 'until'} ${(until ?? from)!.slice(0, 10)})`;
      end(turn, heard, index);
      const rows = add(turn, {
        ...draft,
        properties: { ...draft.properties, ...fieldsOf(heard) },
      });
      added += rows;
      const { type, name } = draft;
      if (rows > 0)
        learnt.push(() => index.add({ ...place, text, key: { type, name } }, heard.meaning));
    }
    for (const learn of learnt) learn();
    if (event.type === 'transcript.turn')
      index.turn({ doc, at: event.timestamp, content, stated: [...texts] });
    return added;
  }

  function understand(
    { text, statement }: Pick<Effect, 'text' | 'statement'>,
    { sid, doc, event: { timestamp } }: ProjectedTurn,
    index: EndableIndex,
  ): Effect {
    const validity = validityOf(text, timestamp);
    const isOnlyValue = statement?.cue.startsWith(BARE_CUE) === true;
    const meaning = meaningOf(isOnlyValue ? `No, ${validity.rest}` : validity.rest);
    const isBounded = (validity.until ?? validity.from) !== undefined;
    const heard: Effect = { text, meaning, validity, statement, ends: [], repeats: null };
    if (meaning.words.length === 0) return heard;
    const related = index.near(meaning).flatMap((said) => {
      const relation = relationOf(meaning, said.meaning, isBounded);
      return relation === null || said.doc === doc ? [] : [{ said, relation }];
    });
    for (const each of related.toSorted((a, b) => byAge(a.said, b.said))) {
      if (!stillHolds(sid, each.said)) continue;
      const isSame = each.relation === 'same';
      if (!isSame && index.means(meaning, each.said)) heard.ends.push(each);
      else if (isSame && !isBounded && each.said.key !== null) heard.repeats ??= each.said;
    }
    heard.ends = bestOf(heard);
    if (statement === null && (heard.ends.length > 0 || isBounded || heard.repeats !== null))
      heard.statement = {
        kind: meaning.change === 'retraction' ? 'rejected' : isBounded ? 'fact' : 'decision',
        text,
        cue: isBounded ? 'a time' : meaning.change === 'plain' ? 'the same words' : CHANGE_CUE,
        change: meaning.change === 'plain' ? 'plain' : 'correction',
        speaker: 'user',
      };
    return heard;
  }

  /**
   * The assistant's questions at the end of its turns are settled by the person's next turn, unless that only asks
   * back.
   */
  function answer({ sid, stream, doc, event }: ProjectedTurn, content: string): void {
    if (isClientText(content)) return;
    const asked = turns.asked(stream, doc);
    if (asked.length === 0 || plainSentences(content).length === 0) return;
    for (const name of asked) versions.close(sid, { type: 'open', name }, event, event.timestamp);
  }

  /** A report ends the open ends that it settles. An assistant's never ends a person's. */
  function settle({ sid, doc, event }: ProjectedTurn, report: string): void {
    if (isUntrusted(event.origin?.channel ?? 'tool')) return;
    const isPerson = event.origin?.channel === 'user';
    for (const name of settledBy(sid, doc, (open) => reportsEndOf(report, open, isPerson))) {
      const key = { type: 'open', name };
      const open = versions.open(sid, key);
      if (open !== undefined && (isPerson || (open.channel !== 'user' && !open.isAccepted)))
        versions.close(sid, key, event, event.timestamp);
    }
  }

  /** A report also ends what the person asked for in the same conversation: "let's do the web page now". */
  function finish({ sid, stream, doc, event }: ProjectedTurn): void {
    if (isUntrusted(event.origin?.channel ?? 'tool')) return;
    const asked = turns.ofPerson(stream, doc);
    const isBegun = (open: string): boolean => asked.some((turn) => begins(turn, open));
    for (const name of settledBy(sid, doc, isBegun))
      versions.close(sid, { type: 'open', name }, event, event.timestamp);
  }

  /** Another rule or process may have ended it meanwhile. */
  function stillHolds(sid: number, { key, doc }: Said): boolean {
    return key === null || versions.open(sid, key)?.doc === doc;
  }

  function end(
    { sid, event }: ProjectedTurn,
    { ends, validity }: Effect,
    index: EndableIndex,
  ): void {
    // Only for a time: the replaced statement becomes valid again afterwards.
    if (validity.until !== undefined) return;
    const at = validity.from ?? event.timestamp;
    for (const { said } of ends) {
      if (said.key !== null) versions.close(sid, said.key, event, at);
      else versions.addEnded(sid, said, endedDraft(said), event, at);
      index.remove(said);
    }
  }

  /** A decision that names, by title or citation, the decision that it supersedes. */
  function supersede({ sid, doc, event }: ProjectedTurn): void {
    const { payload } = event;
    for (const named of [textOf(payload, 'supersedes'), ...stringsAt(payload, 'supersedes')]) {
      if (named === '') continue;
      const cited = CITATION.test(named) ? parseCitation(named) : null;
      const rows =
        cited === null
          ? titled.all(sid, lowerAscii(named), doc)
          : openOf
              .all(docId(sid, cited.seq))
              .filter(({ hash }) => hexOf(hash!).startsWith(cited.hashPrefix));
      for (const { type, name } of rows)
        versions.close(sid, { type: String(type), name: String(name) }, event, event.timestamp);
    }
  }

  function statementsOf({ stream, doc, event }: ProjectedTurn): Statement[] {
    const { role, text } = roleAndText(event);
    if (text === '') return [];
    const before = (): string =>
      event.type === 'transcript.turn' ? turns.saidBefore(stream, doc) : '';
    return extractStatements({ role, text, before });
  }

  /** A value alone corrects the person's previous turn; after a question it may be an answer. */
  function ofBareValue({ stream, doc }: ProjectedTurn, content: string): Statement | null {
    const value = bareValue(content);
    if (value === null || /[?？]\s*$/.test(turns.saidBefore(stream, doc))) return null;
    const sentences = plainSentences(turns.ofPerson(stream, doc)[0] ?? '');
    const found = withValue(sentences, value);
    if (found === null) return null;
    const cue = `${BARE_CUE}${content.trim().slice(0, 50)}`;
    return { kind: 'decision', text: found.text, cue, change: 'correction', speaker: 'user' };
  }

  function add({ sid, doc, event, attach }: ProjectedTurn, draft: FactDraft): number {
    const isPerson = event.origin?.channel === 'user';
    if (reviews.settles(sid, draft.content, isPerson)) return 0;
    const open = versions.open(sid, draft);
    // Only a person replaces a statement that a person made or accepted; others just repeat it.
    if (!isPerson && (open?.channel === 'user' || open?.isAccepted === true)) return 0;
    if (hasValue(draft.name) && isPerson)
      for (const { type } of slotsOf.all(lowerAscii(draft.name), sid, draft.name))
        if (type !== draft.type)
          versions.close(sid, { type: String(type), name: draft.name }, event, event.timestamp);
    const isRepeat =
      open !== undefined &&
      (open.content === draft.content || draft.properties['repeats'] === true);
    // The turn is only an answer ("yes") or a value, so the words of its statement make it findable.
    const { repeats: _, ...properties } = draft.properties;
    const { cue } = properties;
    if (typeof cue === 'string' && /^(?:answer|value): /.test(cue)) attach(draft.content);
    if (isRepeat) Object.assign(properties, countOf(open));
    return versions.add(sid, event, doc, { ...draft, properties });
  }
}

const hexOf = (hash: SqlValue): string => Buffer.from(hash as Uint8Array).toString('hex');
