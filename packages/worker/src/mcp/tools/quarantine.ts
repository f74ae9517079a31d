import { releaseQuarantined, releaseRequest } from '../../operations/quarantine.ts';
import { deciderOf, defineTool } from './tool.ts';

export const quarantineTools = [
  defineTool({
    name: 'memory_release',
    title: 'Release a withheld text',
    description:
      'Lets a text that a checkout withheld be read again, as reported text and never as a fact. Only a person decides this: the call needs the admin token of this server, and without one configured it is refused; the user can run `hookloom memory quarantine` in a terminal instead. Takes an id or citation of diagnostics.withheld and the reason.',
    input: releaseRequest,
    meta: { 'anthropic/requiresUserInteraction': true },
    scope: 'admin',
    run: (context, request, _, call) => releaseQuarantined(context, request, deciderOf(call)),
    summarize: (result) => `${result.event_type} recorded`,
  }),
];
