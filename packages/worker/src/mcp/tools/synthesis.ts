import {
  artifactRequest,
  synthesisArtifact,
  synthesisEvidence,
} from '../../operations/synthesis.ts';
import { defineTool } from './tool.ts';

export const synthesisTools = [
  defineTool({
    name: 'memory_synthesis_artifact',
    title: 'Keep a composed answer',
    description:
      'After a checkout returned diagnostics.synthesis.answer_candidates and you used one in your answer: stores the candidates with their ledger, and the outcome of the one you send. Send the whole checkout with detail "full"; its session is used. used and helpful need a checkout that said answer_from_memory.',
    input: artifactRequest,
    scope: 'write',
    async run(context, args, caller) {
      const { tied: _, ...answer } = await synthesisArtifact(context, args, caller);
      return answer;
    },
    summarize: ({ candidate_event }) =>
      candidate_event === null ? 'kept an artifact' : `recorded ${candidate_event.event_type}`,
  }),
  defineTool({
    name: 'memory_synthesis_evidence',
    title: 'Say which row an answer rests on',
    description:
      'Records for one row of diagnostics.synthesis.ledger_rows that your composed answer used it or left it out. Send the whole checkout with detail "full"; the row must be one of it.',
    scope: 'write',
    run: synthesisEvidence,
    summarize: (result) => `recorded ${result.event_type}`,
  }),
];
