import {
  causalPredecessors,
  causalRequest,
  causalSuccessors,
  type CausalAnswer,
} from '../../operations/causal.ts';
import { defineTool } from './tool.ts';

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
