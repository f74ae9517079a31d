import { z } from 'zod';
import {
  releaseQuarantined,
  releaseRequest,
  type DecisionAnswer,
} from '../../operations/quarantine.ts';
import { APPENDS, defineTool } from './tool.ts';

export const quarantineTools = [
  defineTool({
    name: 'memory_release',
    title: 'Release a withheld text',
    description:
      'Lets a text that a checkout withheld be read again, as reported text and never as a fact. Only a person decides this: the call needs the admin token of this server, and without one configured it is refused; the user can run `hookloom memory quarantine` in a terminal instead. Takes an id or citation of diagnostics.withheld and the reason.',
    input: releaseRequest.extend({ admin_token: z.string().max(4096).optional() }),
    annotations: APPENDS,
    meta: { 'anthropic/requiresUserInteraction': true },
    profile: 'full',
    scope: 'admin',
    handler({ admin_token, ...request }, { runtime, caller, isAdmin }) {
      // `authorise` has checked it: a caller with the server's token acts for its owner.
      void admin_token;
      const decider = isAdmin ? { ...caller, channel: 'user' as const } : caller;
      return releaseQuarantined(runtime.context, request, decider);
    },
    summarize: (result) => `${(result as DecisionAnswer).event_type} recorded`,
  }),
];
