import type { NotesQueueStatus } from '@hookloom/worker';
import { invalidRequest } from '@hookloom/core';
import { defineCommand } from '../command/definition.ts';
import { placeOptions, optionalArgument, text } from '../command/options.ts';
import { withNotes } from '../command/with-notes.ts';
import { callerOf } from '../command/caller.ts';
import { minuteOf, plural } from '../output/format.ts';

export const notesQueue = defineCommand({
  name: 'notes queue',
  summary: 'Show the work that waits for notes, and what failed.',
  description: 'Asks the worker if it is running, and reads the logs otherwise.',
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

export const notesRetry = defineCommand({
  name: 'notes retry',
  summary: 'Retry failed work: one item, or all of them.',
  arguments: { id: optionalArgument('ID', 'id shown by `notes queue` (default: all)') },
  options: placeOptions,
  examples: { 'hookloom notes retry': 'retry all' },
  run: ({ args, options, context: { out }, context }) =>
    withNotes(context, options, async ({ workspaces }) => {
      const { parsePublicId, retryDead } = await import('@hookloom/worker');
      const { id } = args;
      if (id !== undefined && (!/^\d{1,15}$/.test(id) || parsePublicId(Number(id)) === null))
        throw invalidRequest(
          'That is not the id of a failed item.',
          'Copy it from `hookloom notes queue`.',
        );
      const { retried } = await retryDead(
        workspaces,
        id === undefined ? undefined : Number(id),
        callerOf(context),
      );
      if (options.json) out.json({ retried });
      else out.line(`${plural(retried, 'item')} will be retried.`);
    }),
});

export const notesLedger = defineCommand({
  name: 'notes ledger',
  summary: 'Show how often models wrote notes and what it cost, by project and day.',
  options: {
    day: text('--day <date>', 'such as 2026-11-21, in UTC (default: every day)'),
    ...placeOptions,
  },
  examples: { 'hookloom notes ledger --day 2026-11-21': 'one day' },
  run: ({ options, context: { out }, context }) =>
    withNotes(context, options, async ({ workspaces }) => {
      const { ledgersOf } = await import('@hookloom/worker');
      const projects = await ledgersOf(workspaces, options.day);
      if (options.json) return out.json({ projects });
      const rows = projects.flatMap(({ project, rows: days }) =>
        days.map((row) => [
          row.day,
          project,
          `${row.provider}:${row.model}`,
          `${row.calls} calls`,
          `${row.input_tokens + row.output_tokens} tokens`,
          `$${row.cost_usd.toFixed(4)}`,
        ]),
      );
      if (rows.length === 0) out.line('No model was used.');
      await out.table(rows);
    }),
});
