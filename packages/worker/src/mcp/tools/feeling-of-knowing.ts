import type { FeelingOfKnowing } from '@hookloom/memory/metacognition/index';
import { feelingOfKnowing, feelingOfKnowingRequest } from '../../operations/feeling-of-knowing.ts';
import { defineTool, READS } from './tool.ts';

export const feelingOfKnowingTools = [
  defineTool({
    name: 'memory_feeling_of_knowing',
    title: 'Would memory know?',
    description: 'Quick guess whether a checkout would find something. A hint, never evidence.',
    input: feelingOfKnowingRequest,
    output: ['verdict'],
    annotations: READS,
    profile: 'core',
    scope: 'read',
    handler: (args, { runtime, caller }) => feelingOfKnowing(runtime.context, args, caller),
    summarize: (result) => `${(result as FeelingOfKnowing).verdict} to be known`,
  }),
];
