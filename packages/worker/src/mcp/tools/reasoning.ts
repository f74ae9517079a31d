import {
  claimConfidence,
  confidenceRequest,
  type ClaimConfidence,
} from '../../operations/claim-confidence.ts';
import {
  explainOutcome,
  explainRequest,
  planFromProcedures,
  planRequest,
  similarProcedures,
  similarRequest,
} from '../../operations/reasoning-procedures.ts';
import {
  confidenceTrajectory,
  knownUnknowns,
  needsRequest,
  reverificationNeeds,
  trajectoryRequest,
  unknownsRequest,
} from '../../operations/reasoning-reads.ts';
import {
  beliefRequest,
  proposeBelief,
  recordUnknown,
  resolveOpenItem,
  resolveRequest,
  unknownRequest,
} from '../../operations/reasoning-records.ts';
import { APPENDS, defineTool } from './tool.ts';
import { umbrella } from './umbrella.ts';

const FULL = { profile: 'full' } as const;
const WRITES = { ...FULL, annotations: APPENDS, scope: 'write' } as const;
/** Every call is recorded, so that the reasoning can be replayed. */
const LOOKS = { ...FULL, annotations: APPENDS, scope: 'read' } as const;

const explain = defineTool({
  ...LOOKS,
  name: 'memory_explain_outcome',
  title: 'Explain an outcome',
  description: 'What led to an outcome: recorded causes, or else what a checkout finds.',
  input: explainRequest,
  handler: (args, { runtime, caller }) => explainOutcome(runtime.context, args, caller),
  summarize: (result) => counted(result, 'result_count'),
});

const believe = defineTool({
  ...WRITES,
  name: 'memory_propose_belief_update',
  title: 'Propose a belief',
  description:
    'Proposes a claim with its evidence for review. It is not a fact until a person promotes it.',
  input: beliefRequest,
  handler: (args, { runtime, caller }) => proposeBelief(runtime.context, args, caller),
  summarize: () => 'belief proposed',
});

const claim = defineTool({
  ...WRITES,
  name: 'memory_claim_confidence',
  title: 'Weigh a claim',
  description:
    'Weighs what is recorded for and against a claim: the same thing with the same, or another, value. Records the result; opens a conflict or a check to repeat.',
  input: confidenceRequest,
  handler: (args, { runtime, caller }) => claimConfidence(runtime.context, args, caller),
  summarize(result) {
    const { confidence, support_count: yes, conflict_count: no } = result as ClaimConfidence;
    return `confidence ${confidence} (${yes} for, ${no} against)`;
  },
});

const similar = defineTool({
  ...LOOKS,
  name: 'memory_similar_procedures',
  title: 'Find procedures',
  description: 'Procedures for a task, and why some may not be followed.',
  input: similarRequest,
  handler: (args, { runtime, caller }) => similarProcedures(runtime.context, args, caller),
  summarize: (result) => counted(result, 'procedure_count'),
});

const record = defineTool({
  ...WRITES,
  name: 'memory_record_known_unknown',
  title: 'Record a gap',
  description:
    'Records a question that the memory cannot answer, with the events that show the gap.',
  input: unknownRequest,
  handler: (args, { runtime, caller }) => recordUnknown(runtime.context, args, caller),
  summarize: () => 'unknown recorded',
});

const unknowns = defineTool({
  ...LOOKS,
  name: 'memory_known_unknowns',
  title: 'List gaps',
  description: 'Recorded questions that are open, or were resolved or dismissed.',
  input: unknownsRequest,
  handler: (args, { runtime, caller }) => knownUnknowns(runtime.context, args, caller),
  summarize: (result) => counted(result, 'unknown_count'),
});

const trajectory = defineTool({
  ...LOOKS,
  name: 'memory_confidence_trajectory',
  title: 'Confidence over time',
  description: 'Every assessment of a claim, by its text or key, newest last.',
  input: trajectoryRequest,
  handler: (args, { runtime, caller }) => confidenceTrajectory(runtime.context, args, caller),
  summarize: (result) => counted(result, 'trajectory_count'),
});

const needs = defineTool({
  ...LOOKS,
  name: 'memory_reverification_needs',
  title: 'What to check again',
  description:
    'Open gaps, conflicts, requested checks and claims of low confidence, urgent ones first.',
  input: needsRequest,
  handler: (args, { runtime, caller }) => reverificationNeeds(runtime.context, args, caller),
  summarize: (result) => counted(result, 'need_count'),
});

const plan = defineTool({
  ...LOOKS,
  name: 'memory_plan_from_procedures',
  title: 'Plan from procedures',
  description: 'Cited steps for a goal, only from validated procedures that are still valid.',
  input: planRequest,
  handler: (args, { runtime, caller }) => planFromProcedures(runtime.context, args, caller),
  summarize: (result) => `${(result as { steps: unknown[] }).steps.length} steps`,
});

const resolve = defineTool({
  ...WRITES,
  name: 'memory_resolve_open_item',
  title: 'Close a gap, conflict or check',
  description:
    'Closes an open item by its id. A gap: resolved, dismissed. A conflict: resolved. A check: confirmed, refuted (both with source_events), obsolete.',
  input: resolveRequest,
  handler: (args, { runtime, caller }) => resolveOpenItem(runtime.context, args, caller),
  summarize: (result) => (result as { outcome: string }).outcome,
});

export const reasoningTools = [
  explain,
  believe,
  claim,
  similar,
  record,
  unknowns,
  trajectory,
  needs,
  plan,
];

export const confidenceUmbrella = [
  umbrella({
    name: 'memory_confidence',
    title: 'Confidence and gaps',
    operations: {
      claim,
      trajectory,
      reverification: needs,
      known_unknowns: unknowns,
      record_known_unknown: record,
      resolve,
    },
  }),
];

function counted(result: unknown, key: string): string {
  return `${String((result as Record<string, unknown>)[key])} found`;
}
