/** Composed answers and their outcomes. All of it is generated and has no authority. */
import { z } from 'zod';
import { by, eventFamily } from './definition.ts';

const text = z.string();
const candidate = z.looseObject({ answer_key: text, answer: text });
const citation = 'eventloom://demo-default/events/2#0464261d6ec0';
const group = 'demo-default/command_run:npm test';
const exampleCandidate = {
  rank: 1,
  type: 'count',
  confidence: 0.95,
  answer_key: 'count:run:1',
  answer: '1',
  support_source_ids: [group],
  excluded_source_ids: [],
};

const outcome = z.looseObject({ artifact_id: text, outcome: text, candidate });
const exampleOutcome = {
  artifact_id: 'synthesis_2b5f0c8e1a7d4490',
  outcome: 'used',
  candidate: exampleCandidate,
  session_id: 'demo-default',
  authority_status: 'non_authoritative',
};
const evidence = z.looseObject({ outcome: text });
const exampleEvidence = {
  outcome: 'used',
  fact_id: 'demo-default/2#1',
  source_group: group,
  citation,
  support_source_ids: [group],
  authority_status: 'non_authoritative',
};

export const synthesisEvents = eventFamily(
  by('assistant', 'operation', 'memory_synthesis_artifact'),
  {
    'memory.synthesis.artifact.created': {
      summary: 'The answer candidates of a checkout were stored with their evidence ledger.',
      schema: z.looseObject({
        schema: z.literal('synthesis_artifact_v1'),
        artifact_id: text,
        answer_candidates: z.array(candidate),
        ledger_rows: z.array(z.looseObject({ fact_id: text, source_group: text })),
      }),
      example: {
        schema: 'synthesis_artifact_v1',
        artifact_id: 'synthesis_2b5f0c8e1a7d4490',
        query: 'How often did npm test fail?',
        session_id: 'demo-default',
        answer_candidates: [exampleCandidate],
        ledger_rows: [{ fact_id: 'demo-default/2#1', source_group: group, citation }],
        authority_status: 'non_authoritative',
      },
    },
    'memory.synthesis.used': {
      summary: 'An answer candidate was used in an answer.',
      schema: outcome,
      example: exampleOutcome,
    },
    'memory.synthesis.rejected': {
      summary: 'An answer candidate was wrong or not useful.',
      schema: outcome,
      example: {
        ...exampleOutcome,
        outcome: 'rejected',
        reason: 'The run was in another project.',
      },
    },
    'memory.synthesis.corrected': {
      summary: 'An answer was given that differs from the candidate.',
      schema: outcome,
      example: { ...exampleOutcome, outcome: 'corrected', reason: 'Two of the runs were one.' },
    },
    'memory.evidence.reinforced': {
      operation: 'memory_synthesis_evidence',
      summary: 'A ledger row supported a composed answer.',
      schema: evidence,
      example: exampleEvidence,
    },
    'memory.evidence.excluded': {
      operation: 'memory_synthesis_evidence',
      summary: 'A ledger row, or a whole candidate, was left out of a composed answer.',
      schema: evidence,
      example: { ...exampleEvidence, outcome: 'excluded', reason: 'Another branch.' },
    },
  },
);
