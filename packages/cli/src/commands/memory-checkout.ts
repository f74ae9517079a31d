import { workspaceOf } from '../command/context.ts';
import { defineCommand } from '../command/definition.ts';
import { saidNothingYet } from '../command/nothing-yet.ts';
import { argument, integer, memoryOptions, SEQ, text } from '../command/options.ts';
import { withRuntime } from '../command/with-runtime.ts';
import { purposeOf } from '../input/purpose.ts';

export const command = defineCommand({
  name: 'memory checkout',
  summary: 'Ask the memory: a bounded, cited working state for a question.',
  description:
    'Prints the prompt that the memory_checkout tool hands to an agent. Every fact cites the event it came from. It also says whether the question can be answered from memory at all.',
  arguments: { query: argument('QUERY', 'the question, in words') },
  options: {
    limit: integer('--limit <n>', 'rows at most (default: 10)', { min: 1, max: 100 }),
    maxTokens: integer('--max-tokens <n>', 'budget of the whole answer', {
      min: 0,
      max: 1_000_000,
    }),
    ref: text('--ref <name>', 'as of a ref: HEAD, refs/heads/main'),
    purpose: text(
      '--purpose <name>',
      'coding, review, release, security, research, coordinate, support, product, sales, legal, executive or JSON',
    ),
    replayFromSeq: integer(
      '--replay-from-seq <n>',
      'first event that counts as recent (default: 1)',
      SEQ,
    ),
    maxRecentEvents: integer('--max-recent-events <n>', 'recent events at most (default: 20)', {
      min: 0,
      max: 200,
    }),
    ...memoryOptions,
  },
  examples: [
    { command: 'hookloom memory checkout "what did we decide about due dates?"', does: 'ask' },
    {
      command: 'hookloom memory checkout "current task" --max-tokens 800 --json',
      does: 'everything, bounded',
    },
    {
      command: 'hookloom memory checkout "may we ship?" --purpose release',
      does: 'demand a verification that passed after the last edit',
    },
  ],
  async run({ args, options, context }) {
    // A session that is named must be there; only the default one may still be empty.
    const workspace = workspaceOf(context, { ...options, sessionId: undefined });
    if (await saidNothingYet(context, workspace, options)) return;
    const { limit, maxTokens, ref, purpose, replayFromSeq, maxRecentEvents } = options;
    const answer = await withRuntime(context, workspace, (runtime) =>
      runtime.checkout({
        query: args.query,
        ...(options.sessionId !== undefined && { session_id: options.sessionId }),
        ...(limit !== undefined && { limit }),
        ...(maxTokens !== undefined && { max_tokens: maxTokens }),
        ...(ref !== undefined && { ref }),
        ...(purpose !== undefined && { purpose: purposeOf(purpose) }),
        ...(replayFromSeq !== undefined && { replay_from_seq: replayFromSeq }),
        ...(maxRecentEvents !== undefined && { max_recent_events: maxRecentEvents }),
      }),
    );
    if (options.json) context.out.json(answer);
    else context.out.block(answer.prompt);
  },
});
