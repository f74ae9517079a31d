import {
  contextAssemble,
  type ContextAnswer,
  contextAfterTurn,
} from '../../operations/context-assemble.ts';
import { subagentCleanup } from '../../operations/subagent-cleanup.ts';
import { defineTool } from './tool.ts';

export const contextAssembleTools = [
  defineTool({
    name: 'context_assemble',
    title: 'Assemble context',
    description:
      'A prompt-ready bundle: working set, recent events, ranked cited contexts. memory_checkout also judges whether they answer.',
    output: ['prompt'],
    profile: 'core',
    scope: 'read',
    run: contextAssemble,
    summarize: counted,
  }),
];

export const lifecycleTools = [
  defineTool({
    name: 'context_after_turn',
    title: 'Record a turn, assemble context',
    description:
      'Appends one turn of the conversation (transcript.turn, actor = role), then assembles the context of the next model call for it: the bundle of context_assemble. query defaults to the content. If hooks already capture the turns, call context_assemble instead.',
    scope: 'write',
    run: contextAfterTurn,
    summarize: counted,
  }),
  defineTool({
    name: 'subagent_cleanup',
    title: 'Close a subagent session',
    description:
      'Closes the session of a subagent with its summary (subagent.cleaned and subagent.completed in its log) and returns the handoff bundle: summary, goals, open tasks, assembled context and whether its log verifies.',
    scope: 'write',
    run: subagentCleanup,
    summarize(result) {
      const { integrity_ok } = result;
      return `${counted(result)}, chain ${integrity_ok ? 'intact' : 'broken'}`;
    },
  }),
];

function counted({ contexts, replay_event_count }: ContextAnswer): string {
  return `${contexts.length} contexts, ${replay_event_count} recent events`;
}
