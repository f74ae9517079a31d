/** `hookloom init`: connects clients to the workspace. */
import fs from 'node:fs';
import path from 'node:path';
import { findProject } from '@hookloom/core/config/project';
import { defineCommand } from '../command/definition.ts';
import { initOptions, initRequest, type InitOptions } from '../command/init-options.ts';
import { isConfirmed } from '../command/confirm.ts';
import { workspaceIn, type CommandContext } from '../command/context.ts';
import { homeOf } from '../command/home.ts';
import { optionalArgument } from '../command/options.ts';
import { assertMaySwitchOff } from '../command/person-gate.ts';
import { namedFolder } from '../command/root-of.ts';
import { wordsOfLog, wordsOfWorkspace } from '../command/words-of-place.ts';
import type { Connection } from '../install/connect/plan-connection.ts';
import type { ConnectionRequest } from '../install/connect/plan-connection.ts';
import { printNotices } from '../output/log-notices.ts';
import { shellWords } from '../install/shell-quote.ts';

type Status = 'dry_run' | 'planned' | 'declined' | 'connected' | 'already_connected';

export const command = defineCommand({
  name: 'init',
  summary: 'Connect the coding agents on this machine to this workspace.',
  description:
    'Adds our entries to the settings of each client, records session.genesis and a heartbeat. Without a preset the clients that are found are shown with every file and key, and you are asked once; if no one can be asked, nothing is written and the exit status is 2, unless you pass --yes. Other settings and comments stay byte for byte; a second run changes nothing; `hookloom uninstall` removes what was added.',
  arguments: { workspacePath: optionalArgument('PATH', 'the workspace (default: this folder)') },
  options: initOptions,
  examples: [
    { command: 'hookloom init', does: 'find the clients, show the plan, ask, connect' },
    { command: 'hookloom init --preset local-claude', does: 'connect Claude Code' },
    { command: 'hookloom init --preset local-codex --codex-trusted-project', does: 'Codex' },
    { command: 'hookloom init --dry-run', does: 'show the edits as diffs, write nothing' },
  ],
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
    await tell(status, asked, await finish(status, asked));
    return status === 'planned' ? 2 : 0;
  },
});

function projectFolder({ cwd }: CommandContext, given: string | undefined): string {
  // Only this command creates projects: it uses the folder itself, whatever is above it.
  return (given ?? '') === '' ? cwd : namedFolder(cwd, given!);
}

function projectAbove(root: string, { env }: CommandContext): string | null {
  return findProject(path.dirname(root), homeOf(env) ?? undefined);
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
  const { unrecordedUses } = await import('../install/hand-over.ts');
  const { eventloomDir } = request.base.workspace;
  if (connection.files.length + unrecordedUses(eventloomDir, connection.uses).length === 0)
    return 'already_connected';
  if (options.force)
    await assertMaySwitchOff({
      context,
      workspace: request.base.workspace,
      command: 'init --force',
      ...options,
    });
  // A project of its own leaves the project above, and that project's hooks.
  const above = fs.existsSync(eventloomDir)
    ? null
    : projectAbove(request.base.workspace.root, context);
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

async function finish(
  status: Status,
  { connection, request, options, context }: Asked,
): Promise<Record<string, string>> {
  if (status !== 'connected' && status !== 'already_connected') return {};
  if (status === 'connected') {
    const { doConnection } = await import('../install/connect/do-connection.ts');
    await doConnection(connection, request.base.workspace, context.env);
  }
  const { afterConnecting } = await import('../install/connect/after-connecting.ts');
  return afterConnecting(request.base, options);
}

async function tell(status: Status, asked: Asked, after: Record<string, string>): Promise<void> {
  const { connection, request, options, context } = asked;
  const { connectionJson, showDiffs, showParts, showSteps } =
    await import('../install/connect/show-connection.ts');
  const { out } = context;
  const { workspace, place } = request.base;
  const next = nextCommands(asked);
  if (options.json) {
    out.json({
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
    return;
  }
  // A user who was asked has seen the plan.
  const wasShown =
    status === 'declined' || (status === 'connected' && request.selection.isGuess && !options.yes);
  if (!wasShown) showParts(out, connection, { place, isWhole: options.verbose });
  if (status === 'dry_run') showDiffs(out, connection.files, place);
  if (!wasShown) showSteps(out, connection);
  out.line('');
  const { logNotices } = await import('@hookloom/log/installation/log-notices');
  printNotices(out, logNotices(workspace.eventloomDir));
  for (const line of Object.values(after)) out.line(line);
  switch (status) {
    case 'dry_run':
      out.line('Nothing was written.');
      return;
    case 'planned':
      out.line('Nobody can be asked here, so nothing was written. Pass --yes to do it.');
      return;
    case 'declined':
      out.line('Nothing was written.');
      return;
    case 'already_connected':
      out.line({ style: 'green', text: 'Already connected.' }, ' No file was changed.');
      return;
    case 'connected':
      out.line({ style: 'green', text: 'Connected.' }, ` Session ${workspace.session}`);
      if (next.activate !== null) {
        out.line('Start Codex with what it should know, and the watcher of its session files:');
        out.line(`  ${next.activate}`);
      }
      out.line(
        workspace.root === context.cwd
          ? 'Start your agent in this folder, let it work, then:'
          : 'Start your agent in the folder you named, let it work, then:',
      );
      for (const look of next.looks) out.line(`  ${look}`);
      out.line(`To undo: ${next.undo}`);
  }
}

/** As you would type them in the folder where `init` ran. */
function nextCommands({ connection, request, context }: Asked): {
  activate: string | null;
  looks: string[];
  undo: string;
} {
  const { workspace } = request.base;
  const log = shellWords(wordsOfLog(context, workspace));
  const looks = ['memory log --limit 10', 'memory checkout "what was decided?"'];
  const command = (name: string, words: readonly string[]): string =>
    shellWords(['hookloom', name, ...words]);
  // The watcher for Codex's session files runs only while someone has started it.
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
    undo: command('uninstall', wordsOfWorkspace(context, workspace, 'argument')),
  };
}
