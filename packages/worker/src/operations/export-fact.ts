import { renderCitation, type JsonObject } from '@hookloom/core';
import type { FactRow } from '@hookloom/memory';

/** One version of one entity, and the event that asserts it. */
export interface ExportedFact {
  entity_name: string;
  entity_type: string;
  content: string;
  properties: JsonObject;
  valid_from: string;
  valid_to: string | null;
  citation: string;
  superseded_by: string | null;
  event_type: string;
  actor: string;
  channel: string;
  /** `non_authoritative`: generated, and not a current fact. */
  authority: string;
  importance: number;
  reinforcement_count: number;
}

export function exportedFact(fact: FactRow): ExportedFact {
  const { supersededBy: by } = fact;
  return {
    entity_name: fact.entityName,
    entity_type: fact.entityType,
    content: fact.content,
    properties: fact.properties,
    valid_from: fact.validFrom,
    valid_to: fact.validTo,
    citation: renderCitation(fact.session, fact.seq, fact.hash),
    superseded_by: by === null ? null : renderCitation(by.session, by.seq, by.hash),
    event_type: fact.eventType,
    actor: fact.actor,
    channel: fact.channel,
    authority: fact.authority,
    importance: fact.importance,
    reinforcement_count: fact.reinforcementCount,
  };
}
