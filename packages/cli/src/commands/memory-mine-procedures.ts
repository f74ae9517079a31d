import { callerOf } from '../command/caller.ts';
import { workspaceToRead } from '../command/context.ts';
import { defineCommand } from '../command/definition.ts';
import { reportedEmpty } from '../command/nothing-yet.ts';
import { integer, memoryOptions, text } from '../command/options.ts';
import { withRuntime } from '../command/with-runtime.ts';

export const command = defineCommand({
  name: 'memory mine-procedures',
  summary: 'Propose procedures that recur in your sessions.',
  description:
    'Reads the recorded calls of tools and commands, without a model, and finds sequences that succeeded in several sessions of your clients. Each becomes a proposed procedure: when to use it, its steps, how to tell that it worked, and citations of the sessions. Review it with `hookloom memory consolidation review`; agents do not see it before that. A second run proposes only what is new. Without --session-id, every log of the workspace is read.',
  options: {
    minSupport: integer(
      '--min-support <n>',
      'sessions that must contain it (default: 2)',
      [2, 100],
    ),
    maxLength: integer('--max-length <n>', 'most steps (default: 8)', [2, 20]),
    limit: integer('--limit <n>', 'most procedures (default: 50)', [1, 200]),
    actor: text('--actor <name>', 'who proposes (default: zaxy-procedure-miner)'),
    ...memoryOptions,
  },
  examples: {
    'hookloom memory mine-procedures': 'what recurs in at least two sessions',
    'hookloom memory mine-procedures --min-support 4 --json':
      'what recurs in at least four sessions, as JSON',
  },
  async run({ options, context, out }) {
    const workspace = workspaceToRead(context, options);
    if (await reportedEmpty(context, workspace, options)) return;
    const { minSupport: min_support, maxLength: max_length, limit, actor } = options;
    const named = options.sessionId === undefined ? {} : { session_id: options.sessionId };
    const answer = await withRuntime(context, workspace, async (runtime) => {
      const { mineProcedures } = await import('@hookloom/worker');
      const request = { ...named, min_support, max_length, limit, actor };
      return mineProcedures(runtime.context, request, callerOf(context));
    });
    if (options.json) return out.json(answer);
    for (const { candidate_id, title, when, instructions, check, support } of answer.candidates) {
      out.line(`${title} (${support} sessions)`);
      out.line(`  ${candidate_id}`);
      out.line(`  ${when}`);
      for (const [at, step] of instructions.entries()) out.line(`  ${at + 1}. ${step}`);
      out.line(`  It worked when ${check}`);
      out.line('');
    }
    out.line(
      `${answer.mined} found, ${answer.appended} proposed, ${answer.deduped} known already.`,
    );
  },
});
