import type { NotesQueueStatus } from '@hookloom/worker';
import { defineCommand } from '../command/definition.ts';
import { placeOptions } from '../command/options.ts';
import { minuteOf, withNotes } from '../command/with-notes.ts';

export const command = defineCommand({
  name: 'notes queue',
  summary: 'Show the work that waits for notes, and what failed.',
  description: 'Asks the worker if it is running, and reads the logs otherwise.',
  arguments: {},
  options: placeOptions,
  examples: { 'hookloom notes queue --json': 'include every failed item' },
  run: ({ options, context: { out, env }, context }) =>
    withNotes(context, options, async ({ workspaces, models }) => {
      const { queueStatus } = await import('@hookloom/worker');
      const { findWorker, askWorker } = await import('@hookloom/worker');
      const worker = await findWorker(env, 1000);
      const told =
        worker === null
          ? {
              ...(await queueStatus(workspaces)),
              is_processing: false,
              last_error: null,
              model: await models(),
            }
          : ((await askWorker(worker, 'GET', '/api/pending-queue')) as NotesQueueStatus);
      if (options.json) return out.json({ worker: worker !== null, ...told });
      const oldest = told.oldest_age_ms;
      const age = oldest === null ? '' : `, the oldest since ${Math.round(oldest / 1000)} s`;
      out.line(`${told.depth} waiting (${told.leased} in progress)${age}; ${told.dead} failed`);
      const { state, providers, spent_today: spent, budget } = told.model;
      const by = state === 'off' ? 'rules, without a model' : `models (${state})`;
      out.line(`Notes are written by ${by}.`);
      if (state !== 'off')
        out.line(`Today ${spent.tokens} of ${budget.tokens} tokens, $${spent.usd.toFixed(4)}.`);
      for (const { provider, model, last_reason: why } of providers)
        out.line(`  ${provider} ${model}${why === null ? '' : `: ${why}`}`);
      if (told.last_error !== null) out.line(`Last error: ${told.last_error}`);
      if (worker === null)
        out.line('No worker is running. Notes are written when it runs or a session starts.');
      const letters = told.workspaces.flatMap(({ project, dead_letters: dead }) =>
        dead.map(({ id, tool_name: tool, created_at_epoch: at, reason }) => [
          String(id),
          project,
          minuteOf(at),
          tool ?? 'summary',
          reason,
        ]),
      );
      await out.table(letters);
    }),
});
