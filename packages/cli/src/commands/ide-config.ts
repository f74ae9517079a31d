/** `hookloom ide-config CLIENT`: prints or installs our MCP server in a client's settings. */
import path from 'node:path';
import { invalidRequest, shellWords } from '@hookloom/core';
import { workspaceIn } from '../command/context.ts';
import { defineCommand } from '../command/definition.ts';
import { homeToWrite, rootOf } from '../command/root-of.ts';
import {
  choice,
  choiceArgument,
  compatOption,
  flag,
  integerOr,
  jsonOption,
  sessionOption,
  text,
  workspaceOptions,
} from '../command/options.ts';
import { applyPlan } from '../install/apply.ts';
import { recordUses } from '../install/transfer-ownership.ts';
import { launcherPart } from '../install/launcher/launcher-part.ts';
import { MCP_CLIENTS } from '../install/mcp-servers/clients.ts';
import { serverInFile } from '../install/mcp-servers/server-in-file.ts';
import { planParts } from '../install/plan-parts.ts';
import {
  assertInstallable,
  ideConfig,
  type IdeConfigRequest,
} from '../install/mcp-servers/ide-config.ts';
import { roleOption, roleWords } from '../install/mcp-servers/our-server.ts';
import { printConfig, reportInstall } from '../install/mcp-servers/report.ts';
import { ownFiles } from '../install/own-files.ts';
import { placeOf } from '../command/place.ts';
import { wordsOfWorkspace } from '../command/words-of-place.ts';

export const command = defineCommand({
  name: 'ide-config',
  summary: "Print the MCP server entry for a client's settings, or install it.",
  description:
    'Prints the settings to paste. With --install they are merged into the client’s file: .mcp.json, .cursor/mcp.json, .vscode/mcp.json, .gemini/settings.json, the config.yaml of Hermes, or the config.toml of Codex if you name its scope. Other servers stay unchanged, byte for byte. `hookloom uninstall` removes the entry.',
  arguments: { client: choiceArgument('CLIENT', 'which client', MCP_CLIENTS) },
  options: {
    install: flag('--install', 'write it into the settings of the client'),
    force: flag('--force', 'replace an existing server of the same name'),
    dryRun: flag('--dry-run', 'show what --install would add and write nothing'),
    workspace: text('--workspace <dir>', 'the workspace (default: this project)'),
    transport: choice('--transport <kind>', 'how the server is reached (default: stdio)', [
      'stdio',
      'sse',
      'http',
    ]),
    host: text('--host <name>', 'sse and http: where the server listens (default: 127.0.0.1)'),
    port: integerOr('--port <n>', 'sse and http: its port', [1, 65_535], 8080),
    ...workspaceOptions,
    ...sessionOption,
    ...roleOption,
    zaxyExecutable: text(
      '--zaxy-executable <file>',
      'command that serves (default: this installation, by its full path)',
    ),
    ...compatOption,
    codexConfigScope: choice('--codex-config-scope <scope>', 'codex: which config.toml', [
      'project',
      'user',
    ]),
    codexHome: text('--codex-home <dir>', 'codex: its folder (default: CODEX_HOME, else ~/.codex)'),
    codexTrustedProject: flag(
      '--codex-trusted-project',
      'codex: trust this project, so that Codex reads its config.toml',
    ),
    hermesConfig: text(
      '--hermes-config <file>',
      'hermes: its config.yaml (default: in HERMES_HOME, else ~/.hermes)',
    ),
    ...jsonOption,
  },
  examples: {
    'hookloom ide-config claude-desktop': 'print the fragment',
    'hookloom ide-config cursor --install': 'connect this folder in Cursor',
    'hookloom ide-config codex --install': "print Codex's own command",
    'hookloom ide-config codex --install --codex-config-scope project --codex-trusted-project':
      'write .codex/config.toml',
    'hookloom ide-config claude-code --role worker --session-id worker-a':
      'print the entry for a worker of a mission',
  },
  async run({ args, options, context }) {
    const { client } = args;
    const root = rootOf(context, options.workspace, options);
    const workspace = workspaceIn(context, root, options);
    assertMeant(client, options);
    const given = (file: string | undefined): string | undefined =>
      file === undefined ? undefined : path.resolve(context.cwd, file);
    const request: IdeConfigRequest = {
      ...options,
      client,
      workspace,
      words: roleWords(options.role, options.sessionId),
      place: placeOf(context, root),
      files: ownFiles(),
      transport: options.transport ?? 'stdio',
      host: options.host ?? '127.0.0.1',
      codexHome:
        options.codexHome === undefined ? undefined : homeToWrite(context.cwd, options.codexHome),
      hermesConfig: given(options.hermesConfig),
    };
    const config = ideConfig(request);
    // Codex writes its own settings, so the answer is the command for that, installed or not.
    if (!(options.install || options.dryRun) || config.command !== null)
      return printConfig(context.out, config, options.json);
    assertInstallable(config, request);
    const { eventloomDir } = workspace;
    // Only a file of the project names the launcher.
    const launcher = config.scope === 'project' ? [launcherPart(request.place, request.files)] : [];
    const plan = planParts([serverInFile(config), ...launcher], {
      eventloomDir,
      root,
      force: options.force,
    });
    if (!options.dryRun) {
      applyPlan(eventloomDir, plan.files);
      recordUses(eventloomDir, launcher);
    }
    reportInstall(context.out, config, {
      planned: plan.files.find((one) => one.path === config.file) ?? null,
      dryRun: options.dryRun,
      json: options.json,
      undo: shellWords([
        'hookloom',
        'uninstall',
        ...wordsOfWorkspace(context, workspace, 'argument'),
      ]),
    });
  },
});

/** Refuses options for another client, which would be ignored without a message. */
function assertMeant(client: string, options: object): void {
  for (const [name, value] of Object.entries(options)) {
    const of = /^(codex|hermes)[A-Z]/.exec(name)?.[1];
    if (of === undefined || of === client || value === undefined || value === false) continue;
    const spelled = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    throw invalidRequest(`--${spelled} is for ${of}.`, 'Leave it out.');
  }
}
