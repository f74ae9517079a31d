import { feedbackRequest, type FeedbackAnswer } from '../../operations/feedback.ts';
import { APPENDS, defineTool } from './tool.ts';

export const feedbackTools = [
  defineTool({
    name: 'memory_feedback',
    title: 'Say what was of use',
    description:
      'When a cited fact shaped an answer, send a payload of guidance.feedback: used or helpful strengthen the fact, irrelevant is kept for audit.',
    input: feedbackRequest,
    annotations: APPENDS,
    profile: 'core',
    scope: 'write',
    handler: (args, { runtime, caller }) => runtime.feedback(args, caller),
    summarize: (result) => `recorded ${(result as FeedbackAnswer).event_type}`,
  }),
];
