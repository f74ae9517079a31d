/** `hookloom init`: connects clients to the workspace. */
import fs from 'node:fs';
import path from 'node:path';
import { findProject, homeOf, projectToMake } from '@hookloom/core/settings';
import { defineCommand } from '../command/definition.ts';
import { initOptions, initRequest, type InitOptions } from '../install/connect/init-options.ts';
import { isConfirmed } from '../command/confirm.ts';
import { workspaceIn, type CommandContext } from '../command/context.ts';
import { optionalArgument } from '../command/options.ts';
import { assertMaySwitchOff } from '../review/may-switch-off.ts';
import { namedFolder } from '../command/root-of.ts';
import { wordsOfLog, wordsOfWorkspace } from '../command/words-of-place.ts';
import type { Connection, ConnectionRequest } from '../install/connect/plan-connection.ts';
import { printNotices } from '../output/log-notices.ts';
import { shellWords } from '@hookloom/core';

type Status = 'dry_run' | 'planned' | 'declined' | 'connected' | 'already_connected';

export const command = defineCommand({
  name: 'init',
  summary: 'Connect the coding agents on this machine to this workspace.',
  description:
    'Adds Hookloom to the settings of each client and creates the log. Without --preset it finds your clients, shows the files that will change and asks first. If it cannot ask, it writes nothing and exits with 2, unless you pass --yes. Other settings and comments stay unchanged, byte for byte. Running it again changes nothing. `hookloom uninstall` removes everything that was added.',
  arguments: { workspacePath: optionalArgument('PATH', 'the workspace (default: this folder)') },
  options: initOptions,
  examples: {
    'hookloom init': 'find the clients, show the plan, ask, connect',
    'hookloom init --user --yes': 'for every project that you enable',
    'hookloom init --preset local-claude': 'connect Claude Code',
    'hookloom init --preset local-codex --codex-trusted-project': 'Codex',
    'hookloom init --dry-run --verbose': 'show every edit, write nothing',
  },
  async run({ args, options, context }) {
    const root = projectFolder(context, args.workspacePath);
    const { askForeignLogs } = await import('../install/connect/ask-foreign-logs.ts');
    if (!options.dryRun && !(await askForeignLogs(root, options, context))) {
      context.out.line('Nothing was written.');
      return 0;
    }
    const request = await initRequest(root, options, context);
    const { planConnection } = await import('../install/connect/plan-connection.ts');
    const connection = planConnection(request);
    const asked = { connection, request, options, context };
    const status = await decide(asked);
    await report(status, asked, await finish(status, asked));
    return status === 'planned' ? 2 : 0;
  },
});

function projectFolder({ cwd }: CommandContext, given: string | undefined): string {
  // Only this command creates projects. It uses the folder itself, even inside another project, or the main folder of a
  // worktree.
  return (given ?? '') === '' ? projectToMake(cwd) : namedFolder(cwd, given!);
}

interface Asked {
  connection: Connection;
  request: ConnectionRequest;
  options: InitOptions;
  context: CommandContext;
}

/** Asks only if no client was named and there is something to write. */
async function decide({ connection, request, options, context }: Asked): Promise<Status> {
  if (options.dryRun) return 'dry_run';
  const { unrecordedUses } = await import('../install/transfer-ownership.ts');
  const { eventloomDir } = request.base.workspace;
  const uses = unrecordedUses(request.base.rules.eventloomDir, connection.uses);
  const { isMarked } = await import('../install/connect/do-connection.ts');
  if (connection.files.length + uses.length === 0 && isMarked(request)) return 'already_connected';
  if (options.force)
    await assertMaySwitchOff({
      context,
      workspace: request.base.workspace,
      command: 'init --force',
      ...options,
    });
  // A new project here no longer uses the project above, nor its hooks.
  const above = fs.existsSync(eventloomDir)
    ? null
    : findProject(path.dirname(request.base.workspace.root), homeOf(context.env) ?? undefined);
  if (above !== null)
    await assertMaySwitchOff({
      context,
      workspace: workspaceIn(context, above, {}),
      command: 'init',
      ...options,
    });
  if (!request.selection.isGuess || options.yes) return 'connected';
  if (!context.isInteractive || context.stdin.isTTY !== true) return 'planned';
  const { showParts, showSteps } = await import('../install/connect/show-connection.ts');
  showParts(context.out, connection, { place: request.base.place, isWhole: options.verbose });
  showSteps(context.out, connection);
  const isWanted = await isConfirmed(context, {
    asks: 'Write these files?',
    denies: 'nothing is written',
  });
  return isWanted ? 'connected' : 'declined';
}

async function finish(status: Status, { connection, request, options }: Asked) {
  if (status !== 'connected' && status !== 'already_connected') return {};
  if (status === 'connected') {
    const { doConnection } = await import('../install/connect/do-connection.ts');
    await doConnection(connection, request);
  }
  const { afterConnecting } = await import('../install/connect/show-connection.ts');
  return afterConnecting(request.base, options);
}

async function report(status: Status, asked: Asked, after: Record<string, string>): Promise<void> {
  const { connection, request, options, context } = asked;
  const { connectionJson, showDiffs, showParts, showSteps, SHOW_EDITS } =
    await import('../install/connect/show-connection.ts');
  const { out } = context;
  const { workspace, place } = request.base;
  const next = nextCommands(asked);
  if (options.json)
    return out.json({
      status,
      dry_run: options.dryRun,
      domain: workspace.domain,
      session_id: workspace.session,
      eventloom_path: workspace.eventloomDir,
      ...connectionJson(connection),
      activation_command: next.activate,
      undo_command: next.undo,
      ...after,
    });
  // Someone who was asked has already seen the plan.
  const wasShown =
    status === 'declined' || (status === 'connected' && request.selection.isGuess && !options.yes);
  if (!wasShown) showParts(out, connection, { place, isWhole: options.verbose });
  const { isInProject } = await import('../install/connect/do-connection.ts');
  const where = isInProject(request.base) ? `Session ${workspace.session}` : NO_PROJECT;
  if (options.dryRun && options.verbose) showDiffs(out, connection.files, place);
  if (!wasShown) showSteps(out, connection);
  out.line('');
  const { logNotices } = await import('@hookloom/log');
  printNotices(out, logNotices(workspace.eventloomDir));
  for (const line of Object.values(after)) out.line(line);
  switch (status) {
    case 'planned':
      out.line(
        'Cannot ask for confirmation here, so nothing was written. Pass --yes to write the files.',
      );
      return;
    case 'dry_run':
    case 'declined':
      out.line(`Nothing was written.${options.dryRun && !options.verbose ? SHOW_EDITS : ''}`);
      return;
    case 'already_connected':
      out.line({ style: 'green', text: 'Already connected.' }, ' No file was changed.');
      return;
    case 'connected':
      out.line({ style: 'green', text: 'Connected.' }, ` ${where}`);
      if (next.activate !== null) {
        out.line('Start Codex with its context and the watcher of its session files:');
        out.line(`  ${next.activate}`);
      }
      out.line(
        workspace.root === context.cwd
          ? 'Start your agent in this folder. After it has done some work, try:'
          : 'Start your agent in that folder. After it has done some work, try:',
      );
      for (const look of next.looks) out.line(`  ${look}`);
      out.line(`To undo: ${next.undo}`);
  }
}

const NO_PROJECT = 'To enable a project, run `hookloom init` in its folder.';

/** As you would type them in the current folder. */
function nextCommands({ connection, request, context }: Asked) {
  const { workspace } = request.base;
  const log = shellWords(wordsOfLog(context, workspace));
  const looks = ['memory log --limit 10', 'memory checkout "what was decided?"'];
  const command = (name: string, words: readonly string[]): string =>
    shellWords(['hookloom', name, ...words]);
  // The watcher of Codex's session files only runs once someone has started it.
  const isCaptured = [...connection.added, ...connection.already].some(
    ({ client, part }) => client === 'codex' && part === 'capture',
  );
  return {
    activate: isCaptured
      ? command('activate', [
          'codex',
          ...wordsOfWorkspace(context, workspace, '--workspace'),
          '--launch',
        ])
      : null,
    looks: looks.map((look) => `hookloom ${look} ${log}`.trimEnd()),
    undo: request.base.user
      ? 'hookloom uninstall --user'
      : command('uninstall', wordsOfWorkspace(context, workspace, 'argument')),
  };
}
