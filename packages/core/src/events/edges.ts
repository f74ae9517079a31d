/** Relations that were generated from other events: visible, cited, never authoritative. */
import { z } from 'zod';
import { by, eventFamily } from './definition.ts';

const text = z.string();
const endpoint = z.looseObject({ name: text, entity_type: text });
const edge = z.looseObject({ source: endpoint, target: endpoint, relation_type: text });
const evidence = {
  source_event_seq: 2,
  source_event_hash: '0464261d6ec01dee9964d5ccc6f0b9bf597baff9b62115257c650cb8d5cdfd08',
};

export const edgeEvents = eventFamily(by('assistant', 'caller'), {
  'causal.edge.generated': {
    summary: 'One thing is proposed to have caused, enabled, blocked, … another.',
    schema: edge,
    example: {
      source: { name: 'Drop the index', entity_type: 'decision' },
      target: { name: 'Search is slow', entity_type: 'issue' },
      relation_type: 'caused',
      graph_relation_type: 'causal_caused',
      confidence: 0.7,
      causal_method: 'agent_judgement',
      review_status: 'proposed',
      authority_status: 'non_authoritative',
      evidence,
    },
  },
  'inference.edge.generated': {
    summary: 'A relation between two things was inferred.',
    schema: edge,
    example: {
      source: { name: 'src/app.ts', entity_type: 'file' },
      target: { name: 'Ship it', entity_type: 'goal' },
      relation_type: 'supports',
      confidence: 0.6,
      method: 'co_occurrence',
      evidence,
    },
  },
  'inference.edge.retracted': {
    summary: 'A generated relation is no longer valid. Its history stays.',
    schema: edge,
    example: {
      source: { name: 'src/app.ts', entity_type: 'file' },
      target: { name: 'Ship it', entity_type: 'goal' },
      relation_type: 'supports',
      reason: 'The file was deleted',
    },
  },
});
