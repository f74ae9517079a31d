import { feedbackRequest } from '../../operations/feedback.ts';
import { defineTool } from './tool.ts';

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
