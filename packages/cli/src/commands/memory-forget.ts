import type { ForgetAnswer, ForgetPreview, ForgetRequest } from '@hookloom/worker';
import { defined } from '@hookloom/core';
import { callerOf } from '../command/caller.ts';
import { isConfirmed } from '../command/confirm.ts';
import { workspaceOf, type CommandContext } from '../command/context.ts';
import { defineCommand } from '../command/definition.ts';
import { flag, memoryOptions, optionalArgument, text, texts } from '../command/options.ts';
import { withRuntime } from '../command/with-runtime.ts';
import { readStdin } from '../input/read-input.ts';
import { plural } from '../output/format.ts';

export const command = defineCommand({
  name: 'memory forget',
  summary: 'Delete something for good. Shows what will be deleted and asks first.',
  description:
    'Choose what to delete by words, citation, entity, exact text, or as a whole session. Copies of it in other events and sessions are deleted too, and the same text is refused from then on. Without a terminal you have to pass --yes.',
  arguments: { query: optionalArgument('QUERY', 'words that the text contains') },
  options: {
    citation: texts('--citation <citation...>', 'these events'),
    entity: text('--entity <name>', 'every version of this fact'),
    type: text('--type <type>', 'entity_type of the fact'),
    value: texts(
      '--value <text...>',
      'reject this exact text from now on; - reads lines from standard input',
    ),
    wholeSession: flag('--whole-session', 'everything in the session'),
    secrets: flag(
      '--secrets',
      'also delete values that look like secrets in these events, wherever they occur',
    ),
    reason: text('--reason <text>', 'why; kept in the log'),
    dryRun: flag('--dry-run', 'show what would be deleted and stop'),
    yes: flag('--yes', 'do not ask'),
    ...memoryOptions,
  },
  examples: {
    'hookloom memory forget "garden party" --dry-run': 'show what would go',
    'hookloom memory forget --citation eventloom://shop-default/events/12#0464261d6ec0 --yes':
      'forget one event, and what repeats it',
    'hookloom memory forget --value - --yes < number.txt': 'a text from a file',
  },
  async run({ args, options, context, out }) {
    const { citation, entity, type, reason, dryRun, yes, wholeSession } = options;
    const values = options.value === undefined ? undefined : await valuesOf(context, options.value);
    const workspace = workspaceOf(context, options);
    const request: ForgetRequest = {
      session_id: workspace.session,
      ...defined({
        query: args.query,
        citations: citation,
        entity_name: entity,
        entity_type: type,
        values,
      }),
      ...(wholeSession && { whole_session: true }),
      ...(options.secrets && { secrets: true }),
      ...(reason !== undefined && { reason }),
    };
    return withRuntime(context, workspace, async (runtime) => {
      const { forget } = await import('@hookloom/worker');
      const caller = callerOf(context);
      const plan = (await forget(runtime.context, request, caller)) as ForgetPreview;
      if (dryRun && options.json) return out.json(plan);
      if (!options.json) await show(context, plan);
      if (dryRun) return undefined;
      if (
        !yes &&
        !(await isConfirmed(context, { asks: 'Forget it?', denies: 'nothing was forgotten' }))
      ) {
        out.line('Nothing was forgotten.');
        return undefined;
      }
      const confirmed = { ...request, dry_run: false, confirm: plan.confirm };
      const answer = (await forget(runtime.context, confirmed, caller)) as ForgetAnswer;
      if (options.json) return out.json(answer);
      out.bold(`Forgot ${plural(answer.forgotten, 'event')}.`);
      for (const { citation: tombstone } of answer.tombstones) out.line(`  ${tombstone}`);
      await showShared(context, answer.shared);
      for (const path of answer.left) out.line(`May still contain it: ${path}`);
      return answer.left.length > 0 ? 1 : undefined;
    });
  },
});

/** Why an item is forgotten that the user did not name. */
const WHY = { chosen: '', holds_it: '  repeats it', made_from_it: '  was made from it' } as const;

async function show(context: CommandContext, plan: ForgetPreview): Promise<void> {
  const { out } = context;
  out.bold(`${plural(plan.would_forget, 'event')} would be deleted:`);
  for (const { citation, event_type, why, excerpt } of plan.rows) {
    await out.cut(`${event_type}  ${excerpt}`, '  ');
    out.dim(`    ${citation}${WHY[why]}`);
  }
  if (plan.rows_left_out > 0) out.line(`  … and ${plan.rows_left_out} more`);
  out.bold(`${plural(plan.would_refuse, 'text')} would be refused from then on:`);
  for (const refused of plan.refused_texts) await out.cut(refused, '  ');
  if (plan.would_refuse > plan.refused_texts.length) out.line('  …');
  if (plan.proposed_secrets.length > 0) {
    out.bold('Possible secrets (with --secrets they are deleted everywhere):');
    for (const { rule, characters, citation } of plan.proposed_secrets) {
      out.line(`  [REDACTED:${rule}]  ${plural(characters, 'character')}`);
      out.dim(`    ${citation}`);
    }
  }
  if (plan.related.length > 0) {
    out.line('Similar, but not included (add it with --citation):');
    for (const { citation, excerpt } of plan.related) {
      await out.cut(excerpt, '  ');
      out.dim(`    ${citation}`);
    }
  }
  await showShared(context, plan.shared);
  out.wrapped(`This cannot be undone. ${plan.cannot_be_undone}`);
  out.wrapped(`Not reached: ${plan.not_reached}`);
}

async function showShared({ out }: CommandContext, shared: ForgetAnswer['shared']): Promise<void> {
  if (shared === undefined) return;
  const { own_lines: own, lines_of_others: others, files, history, not_told: notTold } = shared;
  const what = `Shared with your team: ${plural(own, 'line')} of your file${others === 0 ? '' : `, ${plural(others, 'line')} of others`}`;
  out.bold(what);
  for (const file of files) await out.cut(file, '  ');
  out.wrapped([history, notTold ?? ''].join(' ').trim());
}

const MAX_VALUES_BYTES = 256 * 1024;

/** `-` reads lines from standard input, which keeps their text out of the shell history. */
async function valuesOf(context: CommandContext, values: string[]): Promise<string[]> {
  if (!values.includes('-')) return values;
  const input = await readStdin(context, MAX_VALUES_BYTES, 'Pipe in one text per line.');
  const lines = input.split(/\r?\n/).filter((line) => line.trim() !== '');
  return [...values.filter((value) => value !== '-'), ...lines];
}
