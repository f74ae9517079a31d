import { SHARED_KINDS } from '@hookloom/core';
import type { Runtime } from '@hookloom/worker';
import { callerOf } from '../command/caller.ts';
import { isConfirmed } from '../command/confirm.ts';
import { workspaceOf, type CommandContext } from '../command/context.ts';
import { defineCommand } from '../command/definition.ts';
import { choices, flag, memoryOptions, texts, text } from '../command/options.ts';
import { assertPerson, personOptions } from '../command/person-gate.ts';
import { withRuntime } from '../command/with-runtime.ts';
import { plural } from '../output/format.ts';

type Share = Awaited<ReturnType<Runtime['share']>>;
type PublishPlan = Awaited<ReturnType<Share['planPublishing']>>;

const CONFIRMATION = { asks: 'Write this to your shared file?', denies: 'nothing was shared' };

export const sharePublish = defineCommand({
  name: 'share publish',
  summary: 'Show what you could share with your team, ask, and write it to your shared file.',
  description:
    'Proposes the decisions, rules, preferences, causes, facts and procedures that you said or accepted and have not shared yet, and marks shared ones that are no longer true. Secrets are masked. Prompts, commands and edits are never shared. To share them, commit the folder. Only a person at a terminal can publish, unless HOOKLOOM_SHARE_PUBLISH is automatic.',
  options: {
    kind: choices('--kind <kind...>', 'only these kinds', SHARED_KINDS),
    only: texts('--only <citation...>', 'only these rows of the preview'),
    dryRun: flag('--dry-run', 'only show what would be shared'),
    yes: flag('--yes', 'do not ask'),
    ...personOptions,
    ...memoryOptions,
  },
  examples: {
    'hookloom share publish --dry-run': 'show what would be shared',
    'hookloom share publish --kind decision rule': 'share only these kinds',
  },
  async run({ options, context, out }) {
    const { dryRun, yes, adminTokenFile } = options;
    const workspace = workspaceOf(context, options);
    return withRuntime(context, workspace, async (runtime) => {
      const { isAutomatic, planPublishing, publish } = await runtime.share();
      const found = await planPublishing(runtime.context);
      const plan = chosen(found, options);
      const count = plan.add.length + plan.end.length;
      if (dryRun && options.json) return out.json(plan);
      if (!options.json) await show(context, plan);
      if (dryRun) return undefined;
      const stateDir = runtime.context.stateDir!;
      if (count > 0 && !isAutomatic(stateDir, context.env)) {
        const asked = { context, workspace, command: 'share publish', adminTokenFile, stateDir };
        const isPerson = callerOf(context).channel === 'user';
        if (!isPerson) await assertPerson({ ...asked, hasReview: false });
        if (!yes && !(await isConfirmed(context, CONFIRMATION)))
          return out.line('Nothing was shared.');
      }
      const published = publish(runtime.context, plan);
      if (options.json) return out.json({ published, ...plan });
      if (published > 0)
        out.bold(`Wrote ${plural(published, 'line')}. Commit the folder to share them.`);
      return undefined;
    });
  },
});

function chosen(
  { add, end, shared }: PublishPlan,
  { kind, only }: { kind: string[] | undefined; only: string[] | undefined },
): PublishPlan {
  const isKind = (item: { kind: string }): boolean =>
    kind === undefined || kind.includes(item.kind);
  return {
    add: add.filter(
      (item) => isKind(item) && (only === undefined || only.includes(item.citation ?? '')),
    ),
    end: only === undefined ? end.filter(isKind) : [],
    shared,
  };
}

async function show({ out }: CommandContext, { add, end, shared }: PublishPlan): Promise<void> {
  if (add.length + end.length === 0)
    return out.line(`Nothing new to share (${plural(shared, 'line')} shared already).`);
  if (add.length > 0) out.bold(`${plural(add.length, 'line')} to share:`);
  for (const { kind, text, why, citation, redacted } of add) {
    out.wrapped(`${kind}: ${[text, why].filter(Boolean).join('. ')}`, '  ');
    const masked = redacted ? '  (something was masked)' : '';
    out.dim(`    ${citation ?? ''}${masked}`);
  }
  if (end.length > 0) out.bold('Shared before, and no longer valid:');
  for (const { kind, text } of end) out.wrapped(`${kind}: ${text}`, '  ');
}

export const shareInit = defineCommand({
  name: 'share init',
  summary: 'Set up shared memory in the repository: create the folder and your key.',
  description:
    'Creates the folder for shared memory, and a signing key that never leaves your own state folder. Nothing is shared yet: `hookloom share publish` proposes what you could share. You can run it again, for example to change your name.',
  options: {
    dir: text('--dir <folder>', 'folder in the project (default: .hookloom)'),
    author: text(
      '--author <name>',
      'your name in what you share (default: git’s user.name, else your user name)',
    ),
    ...memoryOptions,
  },
  examples: {
    'hookloom share init': 'share through .hookloom in this repository',
    'hookloom share init --author alice': 'write under another name',
  },
  async run({ options, context, out }) {
    return withRuntime(context, workspaceOf(context, options), async (runtime) => {
      const { initShare } = await runtime.share();
      const asked = { directory: options.dir, author: options.author };
      const made = await initShare(runtime.context, asked, callerOf(context));
      if (options.json) return out.json(made);
      out.bold(`You share as ${made.author}@${made.machine}.`);
      out.line(`  folder  ${made.directory}`);
      out.line(`  file    ${made.file}`);
      out.line(`  key     ${made.key}`);
      out.line('Next: `hookloom share publish`, then commit the folder.');
      return undefined;
    });
  },
});
