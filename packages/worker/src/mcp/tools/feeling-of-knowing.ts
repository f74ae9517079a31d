import type { FeelingOfKnowing } from '@hookloom/memory';
import { feelingOfKnowing, feelingOfKnowingRequest } from '../../operations/feeling-of-knowing.ts';
import { APPENDS, defineTool } from './tool.ts';

export const feelingOfKnowingTools = [
  defineTool({
    name: 'memory_feeling_of_knowing',
    title: 'Would memory know?',
    description: 'Quick guess whether a checkout would find something; never evidence.',
    input: feelingOfKnowingRequest,
    output: ['verdict'],
    annotations: APPENDS,
    profile: 'core',
    scope: 'read',
    handler: (args, { runtime, caller }) => feelingOfKnowing(runtime.context, args, caller),
    summarize: (result) => `${(result as FeelingOfKnowing).verdict} to be known`,
  }),
];
