/** `hookloom hooks trust`: reviews a project's hooks once, for every client. */
import { invalidRequest } from '@hookloom/core';
import { workspaceOf, type CommandContext } from '../command/context.ts';
import { defineCommand } from '../command/definition.ts';
import { flag, placeOptions } from '../command/options.ts';
import { assertPerson, personOptions } from '../command/person-gate.ts';
import {
  assertComplete,
  hookRows,
  problemRows,
  projectHooks,
  switchRows,
  type HookRow,
  type ProjectHooks,
} from '../review/project-hooks.ts';
import { placeOf } from '../command/place.ts';

type Deed = 'yes' | 'revoke' | 'restore';

export const command = defineCommand({
  name: 'hooks trust',
  summary: 'Review the hooks of this project and allow them to run.',
  description:
    'Shows each hook of the project and your own critical hooks: whether it was reviewed, what it runs and what changed since, and what is wrong in the hook files. A review records the definition and the content of the scripts; if either changes, you have to review it again. Only a person at a terminal can review. Attempts by an agent are refused and recorded.',
  options: {
    yes: flag('-y, --yes', 'record the review without asking'),
    revoke: flag('--revoke', 'withdraw every review of this project'),
    restore: flag('--restore', 'restore changed scripts and hook files to their reviewed content'),
    ...personOptions,
    ...placeOptions,
  },
  examples: {
    'hookloom hooks trust': 'show what would be trusted',
    'hookloom hooks trust --yes': 'trust it as it is now',
    'hookloom hooks trust --restore': 'restore the reviewed files',
  },
  async run({ options, context }) {
    const deed = deedOf(options);
    const workspace = workspaceOf(context, options);
    const { privateStateDir, readOnlyStateDir } = await import('@hookloom/hooks');
    const stateDir = deed === null ? readOnlyStateDir(context.env) : privateStateDir(context.env);
    const project = await projectHooks(context, workspace.root, stateDir);
    if (deed === null) return await show(project, options.json, context);
    const records = (['project', 'user'] as const).map((scope) => project.reviews.record(scope));
    const person = await assertPerson({
      context,
      workspace,
      command: `hooks trust --${deed}`,
      adminTokenFile: options.adminTokenFile,
      stateDir,
      hasReview: records.some(({ kind }) => kind !== 'none'),
      isElsewhere: records.some((record) => record.kind === 'tampered' && record.isElsewhere),
    });
    const now = context.now();
    const done = { yes: 'trusted', revoke: 'revoked', restore: 'restored' } as const;
    const [{ recordReview, knownBy }, { acceptReviews, revokeReviews }] = await Promise.all([
      import('../review/record-review.ts'),
      import('@hookloom/hooks'),
    ]);
    const by = { at: new Date(now).toISOString(), from: knownBy(person) };
    const restoring = deed === 'restore' ? await import('../review/restore.ts') : null;
    const files = restoring?.restoreReviewed(project, now) ?? [];
    if (deed === 'yes') assertComplete(project);
    if (deed === 'yes') acceptReviews(project.config, project.place, by);
    if (deed === 'revoke') revokeReviews(project.place, by);
    await registerQuietly(workspace.eventloomDir, context, workspace.root);
    const { indexGuards } = await import('@hookloom/hooks');
    indexGuards(project.place);
    const after = await projectHooks(context, workspace.root, stateDir);
    await recordReview(workspace, project.place, {
      done: done[deed],
      hooks: deed === 'yes' ? reviewedNow(project) : [],
      restored: files.map(({ file }) => file),
      person,
      now,
    });
    if (!options.json)
      for (const { file, backup } of files)
        context.out.line(
          `${file} was restored to its reviewed content${backup === null ? '' : `; the changed version is in ${backup}`}.`,
        );
    await show(after, options.json, context, { done: done[deed], restored: files });
  },
});

function deedOf(options: Record<Deed, boolean>): Deed | null {
  const given = (['yes', 'revoke', 'restore'] as const).filter((deed) => options[deed]);
  if (given.length > 1)
    throw invalidRequest(`--${given.join(' and --')} cannot be combined.`, 'Use one of them.');
  return given[0] ?? null;
}

/** What the user accepted, for the log. */
function reviewedNow({ handlers, reviews }: ProjectHooks) {
  return handlers.map((handler) => ({
    place: `${reviews.shown(handler.source.file.path)}:${handler.event}:${handler.source.group}:${handler.source.index}`,
    digest: handler.identity.replace(/^sha256:/, ''),
    scripts: reviews.files(handler).map(({ path }) => reviews.shown(path)),
  }));
}

async function show(
  project: ProjectHooks,
  json: boolean,
  { out }: CommandContext,
  deed: { done: string; restored?: unknown[] } = { done: 'shown' },
): Promise<void> {
  const hooks = await hookRows(project);
  const switches = await switchRows(project);
  const problems = problemRows(project);
  if (json) {
    const { restored = [] } = deed;
    const { projectDir } = project.place;
    out.json({ project: projectDir, done: deed.done, hooks, switches, problems, restored });
    return;
  }
  const { showHooks, showProblems } = await import('../review/record-review.ts');
  if (hooks.length + switches.length + problems.length === 0)
    out.line('This project has no hooks.');
  showHooks(out, hooks, switches);
  showProblems(out, problems);
  if (deed.done === 'shown')
    for (const line of nextSteps(
      hooks,
      switches.some(({ reviewed }) => !reviewed),
    ))
      out.line(line);
}

function nextSteps(hooks: readonly HookRow[], hasSwitch: boolean): string[] {
  const is = (...states: HookRow['state'][]): boolean =>
    hooks.some(({ state }) => states.includes(state));
  return [
    ...(is('untrusted', 'modified', 'removed') || hasSwitch
      ? ['Read the commands and scripts above, then run `hookloom hooks trust --yes`.']
      : []),
    ...(is('modified', 'removed')
      ? ['To undo the changes, run `hookloom hooks trust --restore`.']
      : []),
  ];
}

/**
 * Registers events after another action. Leaves settings that it cannot edit to `hookloom hooks register`, which
 * reports why.
 */
async function registerQuietly(eventloomDir: string, context: CommandContext, root: string) {
  try {
    const { registerEvents } = await import('../install/registration/register-events.ts');
    registerEvents(eventloomDir, placeOf(context, root));
  } catch {
    context.out.note(
      'The settings of a client could not be updated; run `hookloom hooks register`.',
    );
  }
}
