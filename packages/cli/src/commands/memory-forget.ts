import type { ForgetAnswer, ForgetPreview } from '@hookloom/worker/operations/forget';
import type { ForgetRequest } from '@hookloom/worker/operations/forget-request';
import { callerOf } from '../command/caller.ts';
import { isConfirmed } from '../command/confirm.ts';
import { workspaceOf, type CommandContext } from '../command/context.ts';
import { defineCommand } from '../command/definition.ts';
import { flag, memoryOptions, optionalArgument, text, texts } from '../command/options.ts';
import { withRuntime } from '../command/with-runtime.ts';
import { readStdin } from '../input/read-input.ts';
import { plural } from '../output/plural.ts';
import { wrap } from '../output/wrap.ts';

export const command = defineCommand({
  name: 'memory forget',
  summary: 'Forget for good: shows what would go, asks, destroys it, and refuses it from then on.',
  description:
    'Name what to forget by words that it holds, by citation, by entity, as a whole session, or as the exact text. Everything that repeats it goes too, in all sessions. Without a terminal it needs --yes.',
  arguments: { query: optionalArgument('QUERY', 'words that are all in it') },
  options: {
    citation: texts('--citation <citation...>', 'these events'),
    entity: text('--entity <name>', 'all versions of this fact'),
    type: text('--type <type>', 'entity_type of the fact'),
    value: texts('--value <text...>', 'exactly this text is refused from now on; - reads lines'),
    wholeSession: flag('--whole-session', 'everything in the session'),
    secrets: flag(
      '--secrets',
      'also the values in these events that look like secrets, everywhere',
    ),
    reason: text('--reason <text>', 'why; kept in the log'),
    dryRun: flag('--dry-run', 'only show what would go'),
    yes: flag('--yes', 'do not ask'),
    ...memoryOptions,
  },
  examples: [
    { command: 'hookloom memory forget "garden party" --dry-run', does: 'show what would go' },
    {
      command:
        'hookloom memory forget --citation eventloom://shop-default/events/12#0464261d6ec0 --yes',
      does: 'forget one event, and what repeats it',
    },
    { command: 'hookloom memory forget --value - --yes < number.txt', does: 'a text from a file' },
  ],
  async run({ args, options, context }) {
    const { out } = context;
    const { citation, entity, type, reason, dryRun, yes, wholeSession } = options;
    const values = options.value === undefined ? undefined : await valuesOf(context, options.value);
    const workspace = workspaceOf(context, options);
    const request: ForgetRequest = {
      session_id: workspace.session,
      ...(args.query !== undefined && { query: args.query }),
      ...(citation !== undefined && { citations: citation }),
      ...(entity !== undefined && { entity_name: entity }),
      ...(type !== undefined && { entity_type: type }),
      ...(values !== undefined && { values }),
      ...(wholeSession && { whole_session: true }),
      ...(options.secrets && { secrets: true }),
      ...(reason !== undefined && { reason }),
    };
    return withRuntime(context, workspace, async (runtime) => {
      const { forget } = await import('@hookloom/worker/operations/forget');
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
      out.line({ style: 'bold', text: `Forgot ${plural(answer.forgotten, 'event')}.` });
      for (const { citation: tombstone } of answer.tombstones) out.line(`  ${tombstone}`);
      for (const path of answer.left) out.line(`May still hold it: ${path}`);
      return answer.left.length > 0 ? 1 : undefined;
    });
  },
});

/** Why a row goes that was not named. */
const WHY = { chosen: '', holds_it: '  repeats it', made_from_it: '  was made from it' } as const;

async function show(context: CommandContext, plan: ForgetPreview): Promise<void> {
  const { out } = context;
  const { renderLine } = await import('../output/table.ts');
  out.line({ style: 'bold', text: `${plural(plan.would_forget, 'event')} would go:` });
  for (const { citation, event_type, why, excerpt } of plan.rows) {
    out.line('  ', await renderLine(`${event_type}  ${excerpt}`, out.columns - 2));
    out.line({ style: 'dim', text: `    ${citation}${WHY[why]}` });
  }
  if (plan.rows_left_out > 0) out.line(`  … and ${plan.rows_left_out} more`);
  out.line({
    style: 'bold',
    text: `${plural(plan.would_refuse, 'text')} would be refused from then on:`,
  });
  for (const refused of plan.refused_texts)
    out.line('  ', await renderLine(refused, out.columns - 2));
  if (plan.would_refuse > plan.refused_texts.length) out.line('  …');
  if (plan.proposed_secrets.length > 0) {
    out.line({
      style: 'bold',
      text: 'Look like secrets (with --secrets they are destroyed wherever they stand):',
    });
    for (const { rule, characters, citation } of plan.proposed_secrets) {
      out.line(`  [REDACTED:${rule}]  ${plural(characters, 'character')}`);
      out.line({ style: 'dim', text: `    ${citation}` });
    }
  }
  if (plan.related.length > 0) {
    out.line(
      'Not chosen, shares some of the words or says it in others (name it with --citation):',
    );
    for (const { citation, excerpt } of plan.related) {
      out.line('  ', await renderLine(excerpt, out.columns - 2));
      out.line({ style: 'dim', text: `    ${citation}` });
    }
  }
  for (const line of wrap(`This cannot be undone. ${plan.cannot_be_undone}`, out.columns))
    out.line(line);
  for (const line of wrap(`Not reached: ${plan.not_reached}`, out.columns)) out.line(line);
}

/** Asks the user at the terminal; refuses if there is none. */
const MAX_VALUES_BYTES = 256 * 1024;

/** `-` means the lines of standard input: a text there is in no shell history. */
async function valuesOf(context: CommandContext, values: string[]): Promise<string[]> {
  if (!values.includes('-')) return values;
  const input = await readStdin(context, MAX_VALUES_BYTES, 'Pipe in one text a line.');
  const lines = input.split(/\r?\n/).filter((line) => line.trim() !== '');
  return [...values.filter((value) => value !== '-'), ...lines];
}
