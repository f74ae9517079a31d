/**
 * Projects the statements of turns as versions of entities: the slot is the entity, so that a newer value closes the older
 * one. Depends on the events and their order alone: a rebuild gives the same rows.
 */
import { standingOf, type Channel, type JsonObject, type StoredEvent } from '@hookloom/core';
import { analyze } from '../../search/analyze.ts';
import type { EntityKey, FactDraft } from '../../extract/extracted.ts';
import { spokenIn } from '../../extract/dialogues.ts';
import { docId } from './doc-id.ts';
import { openStatementReviews } from './statement-reviews.ts';
import type { Database } from './driver.ts';
import { extractStatements } from '../../statements/extract-statements.ts';
import { isReplaced, replacedIn } from '../../statements/replaced.ts';
import { mayBeAnswer } from '../../statements/short-answers.ts';
import { hasValue, slotOf } from '../../statements/slot.ts';
import { STATEMENT_KINDS, type Statement } from '../../statements/statement.ts';

/** Turns that are read backwards for what an answer answers. */
const TURNS_BEFORE = 12;
const MAX_BEFORE = 8_000;
/** Documents that are read for what a statement replaces. */
const MAX_REPLACED = 50;

/** The versions of entities, as the writer keeps them. */
export interface Versions {
  /** Writes the postings that are still in memory. */
  flush(): void;
  open(
    sid: number,
    key: EntityKey,
  ): { content: string; properties: JsonObject; channel: Channel; isAccepted: boolean } | undefined;
  /** Nothing happens where the event may not end it. */
  close(sid: number, key: EntityKey, by: StoredEvent): void;
  /** Returns how many rows were added. */
  add(sid: number, event: StoredEvent, doc: number, fact: FactDraft): number;
}

export interface ProjectedTurn {
  sid: number;
  doc: number;
  /** The conversation of the turn. */
  stream: number;
  event: StoredEvent;
}

export function openStatements(db: Database, versions: Versions) {
  const reviews = openStatementReviews(db);
  const turnsBefore = db.prepare(
    `SELECT content, json_extract(meta, '$.role') AS role FROM docs
     WHERE stream = ? AND id < ? AND kind = 'transcript' ORDER BY id DESC LIMIT ${TURNS_BEFORE}`,
  );
  const holding = db.prepare(
    `SELECT rowid AS id FROM postings WHERE postings MATCH ? AND rowid BETWEEN ? AND ? ORDER BY rowid DESC LIMIT ${MAX_REPLACED}`,
  );
  const slotsOf = db.prepare(
    `SELECT type FROM entities WHERE sid = ? AND type IN (${STATEMENT_KINDS.map((kind) => `'${kind}'`).join()}) AND name = ?`,
  );
  const openOf = db.prepare(
    `SELECT e.type AS type, e.name AS name, f.content AS content FROM facts f JOIN entities e ON e.eid = f.eid
     WHERE f.doc = ? AND f.valid_to IS NULL AND json_extract(f.props, '$.speaker') IS NOT NULL`,
  );

  return {
    /** Returns how many rows were added. */
    write(turn: ProjectedTurn): number {
      const { sid, doc, event } = turn;
      if (event.type === 'statement.reviewed' && standingOf(event) === 'authorised')
        reviews.apply(sid, event);
      if (doc === 0) return 0;
      const found = statementsOf(turn);
      // Only what a person said ends what was said before.
      if (event.origin?.channel === 'user')
        for (const key of found.flatMap((statement) => replacedBy(sid, doc, statement)))
          versions.close(sid, key, event);
      return found.reduce((added, statement) => added + add(turn, statement), 0);
    },
  };

  function statementsOf({ stream, doc, event }: ProjectedTurn): Statement[] {
    const { role, text } = spokenIn(event);
    if (text === '') return [];
    const before =
      event.type === 'transcript.turn' && role === 'user' && mayBeAnswer(text)
        ? saidBefore(stream, doc)
        : '';
    return extractStatements({ role, text, before });
  }

  function add({ sid, doc, event }: ProjectedTurn, statement: Statement): number {
    const draft = draftOf(statement, event);
    const isPerson = event.origin?.channel === 'user';
    if (reviews.settles(sid, statement.text, isPerson)) return 0;
    const open = versions.open(sid, draft);
    // What a person said or accepted is repeated by others, and not replaced.
    if (!isPerson && (open?.channel === 'user' || open?.isAccepted === true)) return 0;
    if (hasValue(draft.name) && event.origin?.channel === 'user')
      for (const { type } of slotsOf.all(sid, draft.name))
        if (type !== draft.type)
          versions.close(sid, { type: String(type), name: draft.name }, event);
    const said = open?.content === draft.content ? Number(open.properties['said'] ?? 1) + 1 : 1;
    const properties = said > 1 ? { ...draft.properties, said } : draft.properties;
    return versions.add(sid, event, doc, { ...draft, properties });
  }

  /** What the assistant said since the person spoke last, oldest first. */
  function saidBefore(stream: number, doc: number): string {
    const said: string[] = [];
    for (const { role, content } of turnsBefore.all(stream, doc)) {
      if (role === 'user') break;
      if (role === 'assistant') said.unshift(String(content).replace(/^[\w-]{1,40}: /, ''));
    }
    return said.join('\n').slice(-MAX_BEFORE);
  }

  function replacedBy(sid: number, doc: number, { speaker, text }: Statement): EntityKey[] {
    const replaced = speaker === 'user' ? replacedIn(text, analyze) : null;
    if (replaced === null) return [];
    versions.flush();
    const match = replaced.gone.map((term) => `"${term.replaceAll('"', '""')}"`).join(' ');
    return holding
      .all(match, docId(sid, 0), doc - 1)
      .flatMap(({ id }) => openOf.all(Number(id)))
      .filter(({ content }) => isReplaced(String(content), replaced, analyze))
      .map(({ type, name }) => ({ type: String(type), name: String(name) }));
  }
}

function draftOf(
  { kind, text, speaker, cue, change, why }: Statement,
  event: StoredEvent,
): FactDraft {
  const wrote = standingOf(event);
  return {
    type: kind,
    name: slotOf(text),
    content: text,
    properties: { speaker, cue, change, ...(why !== undefined && { why }) },
    authority:
      wrote === 'authorised' ? 'observed' : wrote === 'imported' ? 'imported' : 'non_authoritative',
  };
}
