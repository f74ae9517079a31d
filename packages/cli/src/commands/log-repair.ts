import path from 'node:path';
import { damageAdvice, type RepairReport } from '@hookloom/log';
import { workspaceOf, type CommandContext } from '../command/context.ts';
import { defineCommand } from '../command/definition.ts';
import { flag, optionalArgument, placeOptions } from '../command/options.ts';
import { assertPerson, personOptions } from '../command/person-gate.ts';
import { plural } from '../output/format.ts';

const MAX_LINES = 10;

export const command = defineCommand({
  name: 'log repair',
  summary: 'Repair a log that was damaged by a merge, a copy or a disk error.',
  description:
    'The longest valid chain of events stays in the log. Every other valid part becomes a separate log, which answers include. The broken file is kept in .eventloom/repair, with a list of its broken lines; nothing is deleted. Parts that another installation wrote are shown as reported until you adopt them.',
  arguments: {
    session: optionalArgument('SESSION', 'the log (default: every broken log of this workspace)'),
  },
  options: {
    dryRun: flag('--dry-run', 'show what would be done, and change nothing'),
    adopt: flag('--adopt', 'also trust the parts that another installation wrote'),
    ...personOptions,
    ...placeOptions,
  },
  examples: {
    'hookloom log repair --dry-run': 'what is broken, and what would be kept',
    'hookloom log repair': 'repair every broken log',
    'hookloom log repair shop-default --adopt': 'keep the events of both machines after a merge',
  },
  async run({ args, options, context }) {
    const workspace = workspaceOf(context, options);
    const { eventloomDir: dir } = workspace;
    const { adopt, dryRun } = options;
    const command = 'log repair --adopt';
    if (adopt && !dryRun)
      await assertPerson({ context, workspace, command, hasReview: true, ...options });
    const { repairLog, listSessions } = await import('@hookloom/log');
    const reports: RepairReport[] = [];
    for (const session of args.session === undefined ? listSessions(dir) : [args.session])
      reports.push(await repairLog({ dir, session, dryRun, adopt, now: context.now }));
    const broken = reports.filter(({ state }) => state !== 'whole');
    if (options.json) context.out.json({ logs: broken });
    else if (broken.length === 0) await printWhole(context, dir, reports);
    else for (const report of broken) print(context, report);
  },
});

/** A log that is missing its end has nothing to repair, but `hookloom verify` fails. */
async function printWhole({ out }: CommandContext, dir: string, reports: readonly RepairReport[]) {
  const { verifyLog } = await import('@hookloom/log');
  const cut: string[] = [];
  for (const { session } of reports)
    if ((await verifyLog(dir, session, { incremental: true })).broken_reason === 'cut_tail')
      cut.push(session);
  if (cut.length === 0) return out.line('No log here is broken.');
  for (const session of cut) {
    const { advice, command } = damageAdvice(session, { broken_reason: 'cut_tail' });
    out.line({ style: 'yellow', text: 'Not repaired' }, ` ${session}: its end is missing.`);
    out.line(`  ${advice}`);
    out.line('  ', { style: 'cyan', text: `$ ${command}` });
  }
}

function print(
  { out, cwd }: CommandContext,
  { session, state, kept, tails, broken, duplicates, original }: RepairReport,
): void {
  const isDone = state === 'repaired';
  out.line(
    { style: isDone ? 'green' : 'yellow', text: isDone ? 'Repaired' : 'Would repair' },
    ` ${session}, which keeps ${plural(kept, 'event')}.`,
  );
  for (const { session: name, events, from_seq, to_seq, forgotten, own } of tails) {
    const range = from_seq === to_seq ? `event ${from_seq}` : `events ${from_seq} to ${to_seq}`;
    const gone = forgotten === 0 ? '' : ` ${forgotten} were forgotten before.`;
    const whose = own
      ? ''
      : ` It was not written here and is shown as reported: hookloom log adopt ${name}`;
    out.line(`  ${name}: ${plural(events, 'event')}, which were ${range}.${gone}${whose}`);
  }
  for (const { line, detail } of broken.slice(0, MAX_LINES)) out.line(`  Line ${line}: ${detail}`);
  if (broken.length > MAX_LINES) out.line(`  … and ${broken.length - MAX_LINES} more lines.`);
  if (duplicates > 0)
    out.line(`  Left out ${plural(duplicates, 'line')} that were in the file twice.`);
  if (original !== null) out.line(`  The broken file is kept: ${path.relative(cwd, original)}`);
}
