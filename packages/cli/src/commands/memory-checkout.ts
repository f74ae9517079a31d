import { defined } from '@hookloom/core';
import { workspaceOf } from '../command/context.ts';
import { defineCommand } from '../command/definition.ts';
import { reportedEmpty } from '../command/nothing-yet.ts';
import { argument, flag, integer, memoryOptions, SEQ, text, texts } from '../command/options.ts';
import { withRuntime } from '../command/with-runtime.ts';
import { purposeOf } from '../input/purpose.ts';
import { printCheckout } from '../output/checkout-text.ts';

export const command = defineCommand({
  name: 'memory checkout',
  summary: 'Ask the memory a question and get a short, cited answer.',
  description:
    'Tells you whether the memory answers the question, and prints the best rows, each with a citation of the event behind it.',
  arguments: { query: argument('QUERY', 'the question, in words') },
  options: {
    also: texts('--also <word...>', 'words that the answer may use, 12 at most'),
    limit: integer(
      '--limit <n>',
      'rows at most (default: the best 8; 40 with --json and --for-agent)',
      [1, 100],
    ),
    maxTokens: integer(
      '--max-tokens <n>',
      'budget of the whole answer (default: 2000)',
      [0, 1_000_000],
    ),
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
    maxRecentEvents: integer(
      '--max-recent-events <n>',
      'recent events at most (default: 20)',
      [0, 200],
    ),
    forAgent: flag('--for-agent', 'print the text that an agent should read'),
    full: flag('--full', 'print every documented field, or the whole prompt'),
    ...memoryOptions,
  },
  examples: {
    'hookloom memory checkout "what did we decide about due dates?"': 'ask',
    'hookloom memory checkout "current task" --max-tokens 800 --for-agent':
      'text for your own prompt',
    'hookloom memory checkout "may we ship?" --purpose release':
      'require a check that passed after the last edit',
  },
  async run({ args, options, context }) {
    // A named session must exist. Only the default session may still be empty.
    const workspace = workspaceOf(context, { ...options, sessionId: undefined });
    if (await reportedEmpty(context, workspace, options)) return;
    const { also, limit, maxTokens, ref, purpose, replayFromSeq, maxRecentEvents } = options;
    const answer = await withRuntime(context, workspace, (runtime) =>
      runtime.checkout({
        query: args.query,
        ...defined({ also, session_id: options.sessionId, limit, max_tokens: maxTokens, ref }),
        ...(purpose !== undefined && { purpose: purposeOf(purpose) }),
        ...defined({ replay_from_seq: replayFromSeq, max_recent_events: maxRecentEvents }),
        ...(options.full && { detail: 'full' as const }),
        ...(options.forAgent && !options.json && { format: 'prompt' as const }),
      }),
    );
    if (options.json) context.out.json(answer);
    else if ('prompt' in answer) context.out.block(answer.prompt);
    else printCheckout(context.out, answer, limit);
  },
});
