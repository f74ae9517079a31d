import { defined } from '@hookloom/core';
import { workspaceOf } from '../command/context.ts';
import { callerOf } from '../command/caller.ts';
import { defineCommand } from '../command/definition.ts';
import { argument, memoryOptions, text, texts } from '../command/options.ts';
import { reportContinuation } from '../command/report-continuation.ts';
import { withRuntime } from '../command/with-runtime.ts';

export const command = defineCommand({
  name: 'memory remember',
  summary: 'Save and pin one fact.',
  arguments: { text: argument('TEXT', 'the fact, in one or two sentences') },
  options: {
    kind: text('--kind <kind>', 'rule, preference, address, …'),
    subject: text('--subject <name>', 'what it is about'),
    tag: texts('--tag <tag...>', 'tags'),
    askedAs: texts('--asked-as <question...>', 'questions that it answers, 5 at most'),
    importance: {
      flags: '--importance <0-1>',
      description: 'how much it matters (default: 0.5)',
      parse: parseShare,
    },
    ...memoryOptions,
  },
  examples: {
    'hookloom memory remember "Invoices are numbered per year" --subject billing':
      'remember a rule',
  },
  async run({ args, options, context }) {
    const workspace = workspaceOf(context, options);
    const { kind, subject, tag, importance, askedAs } = options;
    reportContinuation(context, workspace);
    const answer = await withRuntime(context, workspace, async (runtime) => {
      const { remember } = await import('@hookloom/worker');
      const request = defined({
        text: args.text,
        kind,
        subject,
        tags: tag,
        importance,
        asked_as: askedAs,
      });
      return remember(runtime.context, request, callerOf(context));
    });
    const { out } = context;
    if (options.json) return out.json(answer);
    out.line(
      answer.status === 'remembered'
        ? 'Remembered.'
        : 'This was known already and is now stronger.',
    );
    out.dim(answer.citation);
  },
});

function parseShare(value: string): number | undefined {
  const share = /^[01](\.\d{1,6})?$/.test(value) ? Number(value) : Number.NaN;
  if (share >= 0 && share <= 1) return share;
  throw new Error('Give a number from 0 to 1.');
}
