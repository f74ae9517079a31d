import type { CheckoutRequest } from '@hookloom/worker';
import { fieldsOf } from '../command/fields-of.ts';
import { operationCommand } from '../command/operation-command.ts';
import {
  argument,
  flag,
  integer,
  memoryOptions,
  purposeOption,
  SEQ,
  text,
  texts,
} from '../command/options.ts';
import { printCheckout } from '../output/checkout-text.ts';

export const command = operationCommand({
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
    purpose: purposeOption,
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
  // A named session must exist. Only the default session may still be empty.
  session: 'named',
  reportsEmpty: true,
  operation: async () => (_, request: CheckoutRequest, caller, runtime) =>
    runtime.checkout(request, caller),
  request: ({ args, options: { full, forAgent, ...options } }) => ({
    ...fieldsOf({ ...args, ...options }),
    ...(full && { detail: 'full' as const }),
    ...(forAgent && !options.json && { format: 'prompt' as const }),
  }),
  print(answer, { options: { limit }, out }) {
    if ('prompt' in answer) out.block(answer.prompt);
    else printCheckout(out, answer, limit);
  },
});
