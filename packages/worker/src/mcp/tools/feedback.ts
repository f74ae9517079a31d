import { feedbackRequest, type FeedbackAnswer } from '../../operations/feedback.ts';
import { APPENDS, defineTool } from './tool.ts';

export const feedbackTools = [
  defineTool({
    name: 'memory_feedback',
    title: 'Say what was of use',
    description:
      'Reports whether a cited fact helped: used and helpful strengthen it, irrelevant is only kept.',
    input: feedbackRequest,
    output: ['seq'],
    annotations: APPENDS,
    profile: 'core',
    scope: 'write',
    handler: (args, { runtime, caller }) => runtime.feedback(args, caller),
    summarize: (result) => `recorded ${(result as FeedbackAnswer).event_type}`,
  }),
];
