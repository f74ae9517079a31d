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
    run: feelingOfKnowing,
    summarize: (result) => `${result.verdict} to be known`,
  }),
];
