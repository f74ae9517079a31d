import { appendRequest } from '../../operations/append.ts';
import { defineTool } from './tool.ts';
import {
  causalPredecessors,
  causalRequest,
  causalSuccessors,
  type CausalAnswer,
} from '../../operations/causal.ts';
import { feedbackRequest } from '../../operations/feedback.ts';
import { skill, skillRequest } from '../../operations/skill.ts';

export const appendTools = [
  defineTool({
    name: 'memory_append',
    title: 'Append to memory',
    description:
      'Records one typed event in the durable log; {seq, hash} means it is on disk. Such as decision.made {title, rationale}, task.completed {title, outcome}, issue.diagnosed, verification.recorded, handoff.created {summary, next_steps}. asked_as: questions it answers. payload.anchors [{path, symbol}]: code it rests on. No secrets, no whole files.',
    input: appendRequest,
    output: ['seq'],
    profile: 'core',
    scope: 'write',
    run: (_, args, caller, { runtime }) => runtime.append(args, caller),
    summarize: ({ event_type, seq }) => `appended ${event_type} as ${seq}`,
  }),
];

const shared = {
  input: causalRequest,
  scope: 'read',
  summarize: ({ results }: CausalAnswer) => `${results.length} causal edges`,
} as const;

export const causalTools = [
  defineTool({
    ...shared,
    name: 'memory_causal_successors',
    title: 'What it led to',
    description:
      'Proposed effects of a named thing, by generated causal edges: relation, confidence, method, review status and checked evidence. Not authoritative: a null citation means the log does not contain the evidence.',
    run: causalSuccessors,
  }),
  defineTool({
    ...shared,
    name: 'memory_causal_predecessors',
    title: 'What led to it',
    description:
      'Proposed causes of a named thing, by generated causal edges, with the same contract as memory_causal_successors. Not authoritative.',
    run: causalPredecessors,
  }),
];

export const feedbackTools = [
  defineTool({
    name: 'memory_feedback',
    title: 'Say what was of use',
    description:
      'Reports whether a cited fact helped: used and helpful strengthen it, irrelevant is only kept.',
    input: feedbackRequest,
    output: ['seq'],
    profile: 'core',
    scope: 'write',
    run: (_, args, caller, { runtime }) => runtime.feedback(args, caller),
    summarize: (result) => `recorded ${result.event_type}`,
  }),
];

export const skillTools = [
  defineTool({
    name: 'memory_skill',
    title: 'Keep a procedure',
    description:
      'Records one step in the lifecycle of a reusable procedure. proposed {procedure, summary} · validated {evidence} lets a checkout offer it · revised {version, supersedes_version, procedure} · applied {task} · outcome_recorded {success_score 0-1 or feedback: used, helpful, passed, success, failed, failure, irrelevant, regressed} · contradicted {contradiction_reason} · deprecated {reason}. version defaults to 1. Citations must be of this project. A step that makes no sense is refused.',
    input: skillRequest,
    scope: 'write',
    run: (context, args, caller) => skill(context, args, caller),
    summarize: (result) => `recorded ${result.event_type}`,
  }),
];
