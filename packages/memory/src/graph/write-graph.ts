/**
 * The graph of a session in Neo4j: entities, what was stated about them, and the events that they cite.
 *
 *     (:Statement)-[:ABOUT]->(:Entity)    (:Statement)-[:CITES]->(:Event)-[:IN]->(:Session)
 *     (newer:Statement)-[:SUPERSEDES]->(older:Statement)    (:Event)-[:ENDED]->(:Statement)
 *     (:Entity)-[:CAUSAL_CAUSED]->(:Entity) and every other relation under its name
 *
 * All nodes also have the label `Hookloom` and a key that is unique among them, so that the database can hold other data.
 */
import { renderCitation, sha256Hex } from '@hookloom/core';
import type { GraphEntity, GraphRelation, GraphRows, GraphStatement } from '../store/graph-rows.ts';
import type { Query } from './neo4j-link.ts';

/** The log in the database, and the session. */
export interface GraphPlace {
  log: string;
  session: string;
}

export const SCHEMA: readonly Query[] = [
  {
    text: 'CREATE CONSTRAINT hookloom_key IF NOT EXISTS FOR (n:Hookloom) REQUIRE n.key IS UNIQUE',
  },
  { text: 'CREATE INDEX hookloom_name IF NOT EXISTS FOR (n:Hookloom) ON (n.log, n.lower_name)' },
  { text: 'CREATE INDEX hookloom_session IF NOT EXISTS FOR (n:Hookloom) ON (n.log, n.session)' },
];

const TEXT_CHARS = 4000;

export function keyOf({ log, session }: GraphPlace, ...parts: (string | number)[]): string {
  return sha256Hex(JSON.stringify([log, session, ...parts]));
}

export function entityKey(place: GraphPlace, { type, name }: GraphEntity): string {
  return keyOf(place, 'entity', type, name);
}

/** `lower` changes only ASCII letters, like the look-up of names in the memory. */
export function graphQueries(
  place: GraphPlace,
  { statements, relations, events }: GraphRows,
  lower: (name: string) => string,
): Query[] {
  const { log, session } = place;
  const entities = new Map(
    [
      ...statements.map(({ entity }) => entity),
      ...relations.flatMap(({ source, target }) => [source, target]),
    ].map((entity) => [entityKey(place, entity), entity]),
  );
  const eventRows = events.map(({ seq, hash, ...event }) => ({
    key: keyOf(place, 'event', seq),
    of: { ...event, seq, hash, log, session, citation: renderCitation(session, seq, hash) },
  }));
  const cited = new Map(eventRows.map(({ of }) => [of.seq, of]));
  const statementRows = statements.map((statement) => ({
    key: statementKey(place, statement),
    entity: entityKey(place, statement.entity),
    event: keyOf(place, 'event', statement.seq),
    of: {
      log,
      session,
      name: shortened(statement.text, 80),
      text: shortened(statement.text, TEXT_CHARS),
      authority: statement.authority,
      channel: cited.get(statement.seq)?.channel ?? null,
      citation: cited.get(statement.seq)?.citation ?? null,
      seq: statement.seq,
      valid_from: statement.validFrom,
      valid_to: statement.validTo,
    },
  }));
  const ended = statements.flatMap((statement) =>
    statement.endedBy === null
      ? []
      : [
          {
            key: statementKey(place, statement),
            entity: entityKey(place, statement.entity),
            event: keyOf(place, 'event', statement.endedBy),
            seq: statement.endedBy,
          },
        ],
  );
  return [
    ...grouped([...entities], ([, { type }]) => labelOf(type)).map(([label, rows]) => ({
      text: `UNWIND $rows AS r MERGE (n:Hookloom {key: r.key}) SET n:Entity:${label}, n += r.of`,
      values: {
        rows: rows.map(([key, { type, name }]) => ({
          key,
          of: { log, session, type, name, lower_name: lower(name) },
        })),
      },
    })),
    {
      text: `MERGE (s:Hookloom {key: $session}) SET s:Session, s.log = $log, s.session = $name, s.name = $name
             WITH s UNWIND $rows AS r MERGE (n:Hookloom {key: r.key}) SET n:Event, n += r.of MERGE (n)-[:IN]->(s)`,
      values: { rows: eventRows, session: keyOf(place, 'session'), log, name: session },
    },
    {
      text: `UNWIND $rows AS r MERGE (n:Hookloom {key: r.key}) SET n:Statement, n += r.of
             WITH n, r MATCH (e:Hookloom {key: r.entity}) MERGE (n)-[:ABOUT]->(e)
             WITH n, r MATCH (v:Hookloom {key: r.event}) MERGE (n)-[:CITES]->(v)`,
      values: { rows: statementRows },
    },
    {
      text: `UNWIND $rows AS r MATCH (v:Hookloom {key: r.event}), (old:Hookloom {key: r.key}) MERGE (v)-[:ENDED]->(old)`,
      values: { rows: ended },
    },
    {
      text: `UNWIND $rows AS r MATCH (old:Hookloom {key: r.key}), (e:Hookloom {key: r.entity})<-[:ABOUT]-(new:Statement)
             WHERE new.seq = r.seq AND new <> old MERGE (new)-[:SUPERSEDES]->(old)`,
      values: { rows: ended },
    },
    ...grouped(relations, ({ relation }) => typeOf(relation)).map(([type, rows]) => ({
      text: `UNWIND $rows AS r MATCH (a:Hookloom {key: r.source}), (b:Hookloom {key: r.target})
             MERGE (a)-[x:${type} {relation: r.of.relation, seq: r.of.seq}]->(b) SET x += r.of`,
      values: { rows: rows.map((relation) => relationRow(place, relation, cited)) },
    })),
  ];
}

function relationRow(
  place: GraphPlace,
  { source, relation, target, seq, validFrom, validTo, endedBy, properties }: GraphRelation,
  cited: ReadonlyMap<
    number,
    { hash: string; type: string; channel: string; citation: string | null }
  >,
) {
  const event = cited.get(seq);
  return {
    source: entityKey(place, source),
    target: entityKey(place, target),
    of: {
      relation,
      seq,
      session: place.session,
      hash: event?.hash ?? null,
      event_type: event?.type ?? null,
      channel: event?.channel ?? null,
      citation: event?.citation ?? null,
      valid_from: validFrom,
      valid_to: validTo,
      ended_by: endedBy,
      is_generated: properties !== null,
      properties: properties ?? '{}',
    },
  };
}

function statementKey(place: GraphPlace, { entity, seq, text }: GraphStatement): string {
  return keyOf(place, 'statement', entity.type, entity.name, seq, text);
}

/** `decision` becomes `Decision`, as is usual for labels. */
export function labelOf(type: string): string {
  const words = type.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  const label = words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('');
  return `\`${label === '' ? 'Other' : label}\``;
}

/** `causal_caused` becomes `CAUSAL_CAUSED`, as is usual for types of relations. */
export function typeOf(relation: string): string {
  const words = relation.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  return `\`${words.join('_').toUpperCase() || 'RELATED'}\``;
}

function shortened(text: string, chars: number): string {
  return (text.length > chars ? `${text.slice(0, chars - 1)}…` : text).toWellFormed();
}

function grouped<T>(items: readonly T[], by: (item: T) => string): [string, T[]][] {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(by(item));
    if (group === undefined) groups.set(by(item), [item]);
    else group.push(item);
  }
  return [...groups];
}
