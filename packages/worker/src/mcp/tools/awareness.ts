import { bootstrapRequest } from '../../operations/bootstrap.ts';
import { capabilitiesRequest } from '../../operations/capabilities.ts';
import { APPENDS, defineTool } from './tool.ts';

export const capabilitiesTools = [
  defineTool({
    name: 'memory_capabilities',
    title: 'What this memory offers',
    description: 'Tools, when to refresh, how healthy capture is, which call comes next.',
    input: capabilitiesRequest,
    output: ['tools'],
    profile: 'core',
    scope: 'read',
    run: (_, args, __, { runtime, listing }) => runtime.capabilities(args, listing),
    summarize: () => 'capabilities shown',
  }),
];

export const bootstrapTools = [
  defineTool({
    name: 'memory_bootstrap',
    title: 'Start of session',
    description:
      'What earlier sessions left, the first checkout to make, capture health, what to trust. Call once, then memory_checkout.',
    input: bootstrapRequest,
    annotations: APPENDS,
    // Listed in core although the documented core set omits it, because it is the documented first call.
    profile: 'core',
    scope: 'read',
    run: (_, args, caller, { runtime, listing }) => runtime.bootstrap(args, listing, caller),
    summarize: () => 'bootstrap shown',
  }),
];
