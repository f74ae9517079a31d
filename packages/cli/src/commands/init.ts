/** `hookloom init`: connects a client to the workspace (seeds/002; zaxy.md §2). */
import path from 'node:path';
import { defineCommand } from '../command/definition.ts';
import {
  choice,
  flag,
  jsonOption,
  optionalArgument,
  sessionOption,
  workspaceOptions,
} from '../command/options.ts';
import { workspaceOf } from '../command/context.ts';
import { applyPlan, textWithoutOurs } from '../install/apply.ts';
import { claudeCommands } from '../install/claude-commands.ts';
import {
  claudeHookSettings,
  claudeSettingsFile,
  mcpFile,
  planMcpServer,
} from '../install/claude-code.ts';
import { ownFiles } from '../install/own-files.ts';
import { planHooks } from '../install/plan-hooks.ts';
import { INJECTIONS, withInjection } from '../install/with-injection.ts';

/** Where `hookloom up` listens. */
const WORKER_PORT = 37_777;

export const command = defineCommand({
  name: 'init',
  summary: 'Connect Claude Code to this workspace: hooks, MCP server, genesis.',
  description:
    'Adds hook groups to .claude/settings.local.json and a server to .mcp.json. Other settings and comments stay byte for byte; `hookloom uninstall` takes out what was added.',
  arguments: { workspacePath: optionalArgument('PATH', 'the workspace (default: this folder)') },
  options: {
    ...workspaceOptions,
    ...sessionOption,
    preset: choice('--preset <name>', 'what to connect', ['local-claude']),
    transport: choice('--transport <kind>', 'how observation-only events are handed over', [
      'node',
      'sh',
      'http',
    ]),
    dryRun: flag('--dry-run', 'show what would be written and write nothing'),
    inject: choice(
      '--inject <moment>',
      'when the memory hands context to a session (default: session)',
      INJECTIONS,
    ),
    force: flag('--force', 'replace our entries that are there already'),
    ...jsonOption,
  },
  examples: [
    { command: 'hookloom init --preset local-claude', does: 'connect this folder' },
    { command: 'hookloom init --dry-run', does: 'show the edits first' },
  ],
  async run({ args, options, context }) {
    const { out } = context;
    const root = path.resolve(context.cwd, args.workspacePath ?? '.');
    const workspace = workspaceOf({ ...context, cwd: root }, options);
    const files = ownFiles();
    const transport = options.transport ?? 'node';
    const targets = [claudeSettingsFile(root), mcpFile(root)];
    // Everything is planned before anything is written, also what is replaced.
    const [hooksBefore, mcpBefore] = targets.map((file) =>
      options.force ? textWithoutOurs(workspace.eventloomDir, file) : undefined,
    );
    const commands = claudeCommands({ workspace, files, transport });
    const server = { command: files.node, args: [files.bin, 'serve'] };
    const plan = [
      planHooks(
        targets[0]!,
        withInjection(
          claudeHookSettings(commands, transport === 'http' ? WORKER_PORT : null),
          options.inject ?? 'session',
        ),
        hooksBefore,
      ),
      planMcpServer(targets[1]!, workspace, server, mcpBefore),
    ];
    if (!options.dryRun) {
      const { openJsonlStore } = await import('@hookloom/log');
      const { recordGenesis } = await import('@hookloom/worker/genesis');
      const store = openJsonlStore({ dir: workspace.eventloomDir });
      try {
        await recordGenesis(store, workspace);
      } finally {
        await store.close();
      }
      applyPlan(workspace.eventloomDir, plan);
      // Who connects a client wants the worker: from here on it is started when it is needed.
      const { allowWorker } = await import('@hookloom/worker/life/start-on-demand');
      allowWorker(context.env);
    }
    if (options.json) {
      out.json({
        dry_run: options.dryRun,
        domain: workspace.domain,
        session_id: workspace.session,
        eventloom_path: workspace.eventloomDir,
        files: plan.map((file) => ({
          path: file.path,
          purpose: file.purpose,
          created: file.before === null,
          added: file.splices.map((splice) => splice.text),
        })),
      });
      return;
    }
    for (const file of plan) {
      const verb = options.dryRun ? 'would write' : 'wrote';
      out.line(
        { style: 'bold', text: path.relative(root, file.path) },
        ` ${verb}: ${file.purpose}`,
      );
      if (options.dryRun)
        for (const splice of file.splices) out.block(splice.text.replace(/^/gm, '+ '));
    }
    if (options.dryRun) return;
    out.line(`Session ${workspace.session}, log in ${workspace.eventloomDir}`);
    out.line('');
    out.line('Start Claude Code in this folder, let it work, then:');
    out.line('  hookloom memory log --limit 10');
    out.line('  hookloom memory checkout "what was decided?"');
    out.line('To undo: hookloom uninstall');
  },
});
