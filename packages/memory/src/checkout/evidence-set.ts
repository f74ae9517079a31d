import type { JsonObject } from '@hookloom/core';
import { excerpt, foldText } from './clean-text.ts';
import { fixed } from './entries.ts';
import { quoted } from './fence.ts';
import type { Row } from './select.ts';

const MAX_GROUPS = 8;
const MAX_CITATIONS = 3;
const SNIPPET_CHARS = 80;

/** What the row is a statement of: a document, a client's session, or a named thing. */
function sourceId({ properties, session, sourceKind, entityType, entityName, key }: Row): string {
  const { path, session_id: clientSession } = properties;
  if (sourceKind === 'document' && typeof path === 'string') return `file://${foldText(path)}`;
  if (sourceKind === 'transcript' || entityType === 'transcript_turn') {
    const talk = typeof clientSession === 'string' ? foldText(clientSession) : 'transcript';
    return `${session}/${excerpt(talk, 80)}`;
  }
  if (entityName === null || entityType === null) return key;
  return `${session}/${foldText(entityType)}:${excerpt(foldText(entityName), 80)}`;
}

/**
 * Cited rows by source (zaxy.md §4.5): at most 8 groups of at most 3 citations, in the order given, which is the order
 * a budget admits rows in, so that a larger budget never drops a group.
 */
export function evidenceSet(rows: readonly Row[]): {
  groups: JsonObject[];
  observed: number;
} {
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
      snippet: quoted(excerpt(foldText(first.content), SNIPPET_CHARS), first.channel),
    };
  });
  return { groups: shown, observed: groups.size };
}
