/** The content of one event: text to index, versions of entities, relations, and changes to earlier facts. */
import type { JsonObject, JsonValue } from '@hookloom/core';
import type { StoredEvent } from '@hookloom/core/events';
import type { Authority, SourceRow, WorkingSetItem } from '../rows.ts';

/** The entity type of a person's decisions about texts in the projection. */
export const QUARANTINE_TYPE = 'quarantine';

export interface EntityKey {
  type: string;
  name: string;
}

export interface FactDraft extends EntityKey {
  /** One or a few self-contained sentences. */
  content: string;
  properties: JsonObject;
  /** The section of the working set that shows it while it is current. */
  bucket?: WorkingSetItem['kind'];
  authority: Authority;
  importance?: number;
  /**
   * Text properties that an event of the same entity may omit. The older version's values are kept, also in the text.
   */
  inherits?: string[];
}

export interface EdgeDraft {
  source: EntityKey;
  relation: string;
  target: EntityKey;
  /** Only for generated relations: confidence, method, evidence. Such an edge has a validity window. */
  properties?: JsonObject;
}

export interface Extracted {
  /** The verbatim chunk; null for content that never comes back as memory. */
  document: {
    kind: SourceRow['kind'];
    content: string;
    metadata: JsonObject;
    /** The part to search, if a label before it is not content. Default: all of it. */
    searched?: string;
    /** Questions that it answers, in the words of its writer: searched for less, and never shown. */
    asked?: readonly string[];
    /**
     * The indexed file that it is a piece of. Pieces of one file form their own conversation and are retired together.
     */
    source?: string;
  } | null;
  facts: FactDraft[];
  edges: EdgeDraft[];
  reinforce: (EntityKey & { importance: number | null })[];
  invalidate: (EntityKey & { at: string })[];
  /** Generated relations that are no longer valid. */
  retract: (EdgeDraft & { at: string })[];
  /** Indexed files whose parts are outdated. */
  retire: string[];
  /** Earlier events of the session that this note is about, by id or citation, and its text about them. */
  attach: { events: string[]; text: string };
  /** Ids of forgotten events. */
  forget: string[];
  /** Events of this session that were shown, confirmed, promoted or invalidated. */
  salience: { seq: number; hash: string; shown: boolean; multiplier: number }[];
  /** Feedback on entities under a purpose. */
  outcomes: (EntityKey & { purpose: string; sign: 'positive' | 'negative' })[];
}

/** A pure function of the event; the envelope gives actor, time and channel. */
export type Extractor = (event: StoredEvent) => Partial<Extracted>;

const MAX_CONTENT_CHARS = 1000;
const MAX_DOCUMENT_CHARS = 8000;

/** The trimmed text under a key; empty if there is none. */
export function textOf(payload: JsonObject, ...keys: string[]): string {
  for (const key of keys) {
    const value = payload[key];
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
    if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  }
  return '';
}

/** Joins parts into sentences and skips empty ones. */
export function sentence(...parts: string[]): string {
  return bound(
    parts
      .filter((part) => part !== '')
      .map((part) => (/[.!?…:]$/.test(part) ? part : `${part}.`))
      .join(' '),
    MAX_CONTENT_CHARS,
  );
}

/** `Label: text`, or nothing. */
export function labelled(label: string, text: string): string {
  return text === '' ? '' : `${label}: ${text}`;
}

export function actor(event: StoredEvent): EntityKey {
  return { type: 'actor', name: event.actorId };
}

/** A document and one fact of the same text, with the edge from the actor. */
export function factEvent(
  event: StoredEvent,
  relation: string,
  fact: FactDraft,
): Partial<Extracted> {
  return {
    document: { kind: 'event', content: fact.content, metadata: {} },
    facts: [fact],
    edges: [{ source: actor(event), relation, target: { type: fact.type, name: fact.name } }],
  };
}

export function document(
  content: string,
  metadata: JsonObject = {},
  kind: SourceRow['kind'] = 'event',
): NonNullable<Extracted['document']> {
  return { kind, content: bound(content, MAX_DOCUMENT_CHARS), metadata };
}

/** The readable leaves of a payload: `key: value` sentences, without JSON. */
export function readable(value: JsonValue, key = ''): string {
  const parts: string[] = [];
  let left = MAX_DOCUMENT_CHARS;
  const visit = (node: JsonValue, label: string, depth: number): void => {
    if (left <= 0 || depth > 8) return;
    if (node === null) return;
    if (typeof node !== 'object') {
      const text = label === '' ? String(node) : `${label}: ${String(node)}`;
      parts.push(text);
      left -= text.length;
    } else if (Array.isArray(node)) {
      for (const item of node) visit(item, label, depth + 1);
    } else {
      for (const [name, item] of Object.entries(node)) visit(item, name, depth + 1);
    }
  };
  visit(value, key, 0);
  return bound(parts.join('. '), MAX_DOCUMENT_CHARS);
}

export function bound(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max - 1).toWellFormed()}…`;
}

/** The text of a document that equals its fact, if the fact has inherited something. */
export function newText(
  { document, facts }: Partial<Extracted>,
  completed: FactDraft[],
): string | undefined {
  const at = facts?.findIndex(({ content }) => content === document?.content) ?? -1;
  return at < 0 ? undefined : completed[at]!.content;
}

/** The text of a row; with a name it is a fact about that entity. */
export interface Quoted {
  content: string;
  name?: string;
  /** Only the beginning of the text, on one line. */
  isStart?: boolean;
}
