import { appendRequest } from '../../operations/append.ts';
import { defineTool } from './tool.ts';

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
    summarize(result) {
      const { event_type, seq } = result;
      return `appended ${event_type} as ${seq}`;
    },
  }),
];
