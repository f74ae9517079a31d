import { bootstrapRequest } from '../../operations/bootstrap.ts';
import { capabilitiesRequest } from '../../operations/capabilities.ts';
import { defineTool, READS } from './tool.ts';

export const capabilitiesTools = [
  defineTool({
    name: 'memory_capabilities',
    title: 'What this memory offers',
    description:
      'What this memory is, which tools exist, when to refresh, how healthy capture is, and which call comes next. Call it when unsure about the tools.',
    input: capabilitiesRequest,
    annotations: READS,
    profile: 'core',
    scope: 'read',
    handler: (args, { runtime, listing }) => runtime.capabilities(args, listing),
    summarize: () => 'capabilities shown',
  }),
];

export const bootstrapTools = [
  defineTool({
    name: 'memory_bootstrap',
    title: 'Start of session',
    description:
      'The short packet for the start of a session: capabilities, the first checkout to make, capture health and what to trust. Call it once, then memory_checkout.',
    input: bootstrapRequest,
    annotations: READS,
    // Listed in core although the documented core set leaves it out: it is the documented first call.
    profile: 'core',
    scope: 'read',
    handler: (args, { runtime, caller, listing }) => runtime.bootstrap(args, caller, listing),
    summarize: () => 'bootstrap shown',
  }),
];
