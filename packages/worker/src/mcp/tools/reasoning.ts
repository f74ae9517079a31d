import { claimConfidence } from '../../operations/claim-confidence.ts';
import {
  explainOutcome,
  planFromProcedures,
  similarProcedures,
} from '../../operations/reasoning-procedures.ts';
import {
  confidenceTrajectory,
  knownUnknowns,
  reverificationNeeds,
} from '../../operations/reasoning-reads.ts';
import {
  proposeBelief,
  recordUnknown,
  resolveOpenItem,
} from '../../operations/reasoning-records.ts';
import { APPENDS, defineTool } from './tool.ts';
import { combineTools } from './combine-tools.ts';

/** Every call is recorded, so that the reasoning can be replayed. */
const LOOKS = { annotations: APPENDS, scope: 'read' } as const;

export const reasoningTools = {
  explainOutcome: defineTool({
    ...LOOKS,
    name: 'memory_explain_outcome',
    title: 'Explain an outcome',
    description: 'What led to an outcome: recorded causes, or else what a checkout finds.',
    run: explainOutcome,
    summarize: ({ result_count: n }) => `${n} found`,
  }),
  proposeBelief: defineTool({
    scope: 'write',
    name: 'memory_propose_belief_update',
    title: 'Propose a belief',
    description:
      'Proposes a claim with its evidence for review. It is not a fact until a person promotes it.',
    run: proposeBelief,
    summarize: () => 'belief proposed',
  }),
  claimConfidence: defineTool({
    scope: 'write',
    name: 'memory_claim_confidence',
    title: 'Weigh a claim',
    description:
      'Weighs what is recorded for and against a claim: the same thing with the same, or another, value. Records the result; opens a conflict or a check to repeat.',
    run: claimConfidence,
    summarize({ confidence, support_count: yes, conflict_count: no }) {
      return `confidence ${confidence} (${yes} for, ${no} against)`;
    },
  }),
  similarProcedures: defineTool({
    ...LOOKS,
    name: 'memory_similar_procedures',
    title: 'Find procedures',
    description: 'Procedures for a task, and why some may not be followed.',
    run: similarProcedures,
    summarize: ({ procedure_count: n }) => `${n} found`,
  }),
  recordUnknown: defineTool({
    scope: 'write',
    name: 'memory_record_known_unknown',
    title: 'Record a gap',
    description:
      'Records a question that the memory cannot answer, with the events that show the gap.',
    run: recordUnknown,
    summarize: () => 'unknown recorded',
  }),
  knownUnknowns: defineTool({
    ...LOOKS,
    name: 'memory_known_unknowns',
    title: 'List gaps',
    description: 'Recorded questions that are open, or were resolved or dismissed.',
    run: knownUnknowns,
    summarize: ({ unknown_count: n }) => `${n} found`,
  }),
  confidenceTrajectory: defineTool({
    ...LOOKS,
    name: 'memory_confidence_trajectory',
    title: 'Confidence over time',
    description: 'Every assessment of a claim, by its text or key, newest last.',
    run: confidenceTrajectory,
    summarize: ({ trajectory_count: n }) => `${n} found`,
  }),
  reverificationNeeds: defineTool({
    ...LOOKS,
    name: 'memory_reverification_needs',
    title: 'What to check again',
    description:
      'Open gaps, conflicts, requested checks and claims of low confidence, urgent ones first.',
    run: reverificationNeeds,
    summarize: ({ need_count: n }) => `${n} found`,
  }),
  planFromProcedures: defineTool({
    ...LOOKS,
    name: 'memory_plan_from_procedures',
    title: 'Plan from procedures',
    description: 'Cited steps for a goal, only from validated procedures that are still valid.',
    run: planFromProcedures,
    summarize: (result) => `${result.steps.length} steps`,
  }),
};

/** Listed only as an operation of `memory_confidence`. */
export const resolveTool = defineTool({
  scope: 'write',
  name: 'memory_resolve_open_item',
  title: 'Close a gap, conflict or check',
  description:
    'Closes an open item by its id. A gap: resolved, dismissed. A conflict: resolved. A check: confirmed, refuted (both with source_events), obsolete.',
  run: resolveOpenItem,
  summarize: (result) => result.outcome,
});

export const confidenceUmbrella = [
  combineTools('memory_confidence', 'Confidence and gaps', {
    claim: reasoningTools.claimConfidence,
    trajectory: reasoningTools.confidenceTrajectory,
    reverification: reasoningTools.reverificationNeeds,
    known_unknowns: reasoningTools.knownUnknowns,
    record_known_unknown: reasoningTools.recordUnknown,
    resolve: resolveTool,
  }),
];
