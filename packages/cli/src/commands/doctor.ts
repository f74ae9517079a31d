/** `hookloom doctor`: does everything work, and what mends what does not (seeds/000, seeds/002; zaxy.md §2). */
import { HookloomError } from '@hookloom/core/errors';
import type { DoctorReport } from '@hookloom/worker/health/doctor/doctor';
import { defineCommand } from '../command/definition.ts';
import { choice, flag, jsonOption, text, workspaceOptions } from '../command/options.ts';
import { watchedPlace } from '../command/watched-place.ts';
import { ownFiles } from '../install/own-files.ts';
import { mark } from '../output/mark.ts';
import type { Output } from '../output/output.ts';
import { wrap } from '../output/wrap.ts';
import { VERSION } from '../version.ts';

const CLIENTS = [
  'claude-code',
  'codex',
  'gemini',
  'cursor',
  'copilot',
  'vscode',
  'claude-desktop',
  'hermes',
] as const;

export const command = defineCommand({
  name: 'doctor',
  summary: 'Look at everything that must work, and say what mends what does not.',
  description:
    'Each row says what is wrong, why it matters and the command that mends it. --repair mends what is safe: modes, locks and files of dead processes, what waits beside the log. Exit status: 0, whatever is found; with --release-smoke or --beta-readiness 1 when a row is an error. The hooks you wrote yourself are looked at by `hookloom hooks doctor`.',
  arguments: {},
  options: {
    projectRoot: text('--project-root <dir>', 'folder the clients work in (default: this one)'),
    repair: flag('--repair', 'mend what is safe to mend, and say what was done'),
    client: choice('--client <name>', 'only this client', CLIENTS),
    releaseSmoke: flag('--release-smoke', 'gate: exit status 1 on an error'),
    betaReadiness: flag('--beta-readiness', 'gate: also asks for complete, fresh capture'),
    ...workspaceOptions,
    ...jsonOption,
  },
  examples: [
    { command: 'hookloom doctor', does: 'look at everything' },
    { command: 'hookloom doctor --repair', does: 'and mend what is safe' },
    { command: 'hookloom doctor --client codex', does: 'one client in detail' },
  ],
  async run({ options, context }) {
    const { out } = context;
    if (options.releaseSmoke && options.betaReadiness)
      throw new HookloomError(
        'invalid_request',
        '--release-smoke and --beta-readiness are two gates.',
        'Ask for one of them.',
      );
    const { workspace, place } = watchedPlace(context, {
      ...options,
      workspaceRoot: options.projectRoot,
    });
    out.progress('looking …');
    const [{ gatherStatus }, { examine }] = await Promise.all([
      import('@hookloom/worker/health/gather-status'),
      import('@hookloom/worker/health/doctor/doctor'),
    ]);
    const now = context.now();
    const report = await examine(
      {
        workspace,
        place,
        evidence: gatherStatus({ workspace, place, session: null, now }),
        own: { version: VERSION, bin: ownFiles().bin },
        repair: options.repair,
        only: options.client ?? null,
        now,
      },
      {
        gate: options.releaseSmoke
          ? 'release_smoke'
          : options.betaReadiness
            ? 'beta_readiness'
            : null,
      },
    );
    out.progress(null);
    if (options.json) out.json(report);
    else print(out, report);
    return report.gate !== null && report.status === 'error' ? 1 : 0;
  },
});

const INDENT = ' '.repeat(9);

function print(out: Output, report: DoctorReport): void {
  for (const row of report.rows) {
    const lines = wrap(`${row.id}: ${row.message}`, out.columns - INDENT.length);
    lines.forEach((line, at) => out.line(at === 0 ? mark(row.status, 9) : INDENT, line));
    const notes = [row.why, row.repaired === undefined ? '' : `Mended: ${row.repaired}.`];
    for (const note of notes.filter((one) => one !== ''))
      for (const line of wrap(note, out.columns - INDENT.length))
        out.line(INDENT, { style: 'dim', text: line });
    if (row.command !== null) out.line(INDENT, { style: 'cyan', text: `$ ${row.command}` });
  }
  out.line('');
  out.line({ style: 'bold', text: report.message });
}
