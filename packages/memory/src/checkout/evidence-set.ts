import type { JsonObject } from '@hookloom/core';
import { foldText, inLane, laneOf, nameInLane, fixed } from '../shown/clean-text.ts';
import type { Row } from './select.ts';

const MAX_GROUPS = 8;
const MAX_CITATIONS = 3;
const SNIPPET_CHARS = 80;

/** What the row belongs to: a document, a client's session, or a named thing. */
function sourceId(row: Row): string {
  const { properties, session, sourceKind, entityType, entityName, key } = row;
  const name = (text: string, max: number): string => nameInLane(foldText(text), max, laneOf(row));
  const { path, session_id: clientSession } = properties;
  if (sourceKind === 'document' && typeof path === 'string') return `file://${name(path, 300)}`;
  if (sourceKind === 'transcript' || entityType === 'transcript_turn')
    return `${session}/${typeof clientSession === 'string' ? name(clientSession, 80) : 'transcript'}`;
  if (entityName === null || entityType === null) return key;
  return `${session}/${name(entityType, 80)}:${name(entityName, 80)}`;
}

/**
 * Cited rows by source: at most 8 groups of at most 3 citations, in the given order. That is the order in which a
 * budget admits rows, so a larger budget never drops a group.
 */
export function evidenceSet(rows: readonly Row[]) {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    if (row.citation === null) continue;
    const id = sourceId(row);
    groups.set(id, [...(groups.get(id) ?? []), row]);
  }
  const shown = [...groups].slice(0, MAX_GROUPS).map(([source_id, members]): JsonObject => {
    const citations = members.flatMap(({ citation, alsoCited }) => [citation!, ...alsoCited]);
    const first = members[0]!;
    return {
      source_id,
      evidence_count: members.length,
      citation_count: citations.length,
      citations: citations.slice(0, MAX_CITATIONS),
      source_lanes: [...new Set(members.map(({ lane }) => lane))],
      top_score: fixed(Math.max(...members.map(({ score }) => score))),
      snippet: inLane(first.content, SNIPPET_CHARS, laneOf(first)),
    };
  });
  return { groups: shown, observed: groups.size };
}
