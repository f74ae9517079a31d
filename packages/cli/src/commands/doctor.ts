/** `hookloom doctor`: checks the installation and prints how to fix each problem. */
import path from 'node:path';
import { VERSION, invalidRequest } from '@hookloom/core';
import { PROGRAMS } from '@hookloom/hooks/clients';
import type { DoctorReport, DoctorRow, Examination } from '@hookloom/worker';
import type { CommandContext } from '../command/context.ts';
import { defineCommand } from '../command/definition.ts';
import { choice, flag, placeOptions, text } from '../command/options.ts';
import { printWhereToRun } from '../command/root-of.ts';
import { watchedPlace } from '../command/watched-place.ts';
import { ownFiles } from '../install/own-files.ts';
import { mark } from '../output/mark.ts';
import type { Output } from '../output/output.ts';

export const command = defineCommand({
  name: 'doctor',
  summary: 'Check the installation and show how to fix what is broken.',
  description:
    'Each row shows what is wrong, why it matters and the command that fixes it. --repair fixes what is safe to fix: file modes, stale locks, events that are not in the log yet. The exit status is 0 unless you pass --release-smoke or --beta-readiness. `hookloom hooks doctor` checks the hooks that you wrote.',
  options: {
    projectRoot: text('--project-root <dir>', 'folder the clients work in (default: this project)'),
    repair: flag('--repair', 'fix what is safe to fix'),
    client: choice('--client <name>', 'only this client', PROGRAMS),
    live: flag(
      '--live',
      'send a test event through each client’s hook command, and run your hooks on every event they use',
    ),
    releaseSmoke: flag('--release-smoke', 'exit with status 1 if a row is an error'),
    betaReadiness: flag(
      '--beta-readiness',
      'like --release-smoke, and require complete, fresh capture',
    ),
    externalValidationReport: text(
      '--external-validation-report <file>',
      'JSON file whose status must be pass',
    ),
    requireExternalValidation: flag(
      '--require-external-validation',
      'require --external-validation-report',
    ),
    ...placeOptions,
  },
  examples: {
    'hookloom doctor': 'check everything',
    'hookloom doctor --repair': 'and fix what is safe',
    'hookloom doctor --client claude-code --live': 'prove that its hooks reach the log',
  },
  async run({ options, context, out }) {
    if (options.releaseSmoke && options.betaReadiness)
      throw invalidRequest(
        '--release-smoke and --beta-readiness cannot be combined.',
        'Use one of them.',
      );
    const { workspace, place } = watchedPlace(context, {
      ...options,
      workspaceRoot: options.projectRoot,
    });
    out.progress('looking …');
    const { gatherStatus, examine } = await import('@hookloom/worker');
    const now = context.now();
    const examined = {
      workspace,
      place,
      evidence: await gatherStatus({ workspace, place, session: null, now }),
      own: { version: VERSION, bin: ownFiles().bin },
      repair: options.repair,
      only: options.client ?? null,
      now,
    };
    const report = await examine(examined, {
      gate: options.releaseSmoke
        ? 'release_smoke'
        : options.betaReadiness
          ? 'beta_readiness'
          : null,
      more: await moreRows(examined, options, context),
    });
    out.progress(null);
    if (options.json) out.json(report);
    else {
      print(out, report);
      if (report.rows.some(({ command: fix }) => fix !== null))
        printWhereToRun(context, place.root);
    }
    return report.gate !== null && report.status === 'error' ? 1 : 0;
  },
});

type Asked = Record<'betaReadiness' | 'live' | 'requireExternalValidation', boolean> & {
  externalValidationReport: string | undefined;
};

async function moreRows(examined: Examination, asked: Asked, { cwd }: CommandContext) {
  const more: Promise<DoctorRow[]>[] = [];
  const { externalValidationReport: report, requireExternalValidation: isRequired } = asked;
  if (asked.betaReadiness || report !== undefined || isRequired) {
    const { betaRow, externalValidationRow } = await import('@hookloom/worker');
    const file = report === undefined ? null : path.resolve(cwd, report);
    if (asked.betaReadiness) more.push(Promise.resolve([betaRow(examined.evidence)]));
    more.push(Promise.resolve([externalValidationRow(file, isRequired)]));
  }
  if (asked.live) {
    const { fireEvents, probeLive } = await import('@hookloom/worker');
    const { only, evidence } = examined;
    const probed = evidence.files.filter(({ program, hooks }) =>
      only === null ? hooks.length > 0 : program === only,
    );
    if (probed.length === 0)
      throw invalidRequest(
        'No connected client has hooks to send a test event through.',
        'Connect one with `hookloom init`, or name one that has hooks with --client.',
      );
    const live = async (files: (typeof probed)[number]): Promise<DoctorRow[]> => [
      await probeLive(files, examined),
      ...(files.hooks.length > 0 ? await fireEvents(files, examined) : []),
    ];
    for (const files of probed) more.push(live(files));
  }
  return more;
}

const INDENT = ' '.repeat(9);

function print(out: Output, report: DoctorReport): void {
  for (const row of report.rows) {
    out.wrapped(`${row.id}: ${row.message}`, INDENT, mark(row.status, 9));
    const notes = [row.why, row.repaired === undefined ? '' : `Fixed: ${row.repaired}.`];
    for (const note of notes.filter((one) => one !== ''))
      out.wrapped({ style: 'dim', text: note }, INDENT);
    if (row.command !== null) out.line(INDENT, { style: 'cyan', text: `$ ${row.command}` });
  }
  out.line('');
  out.bold(report.message);
}
