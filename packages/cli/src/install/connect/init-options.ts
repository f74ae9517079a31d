/** The options of `init`, and the request made from them. Refuses an option that it cannot honour. */
import path from 'node:path';
import { invalidRequest, notFound } from '@hookloom/core';
import { findExecutable, findPrograms, type Place } from '@hookloom/hooks/clients';
import type { ConnectionRequest } from './plan-connection.ts';
import { CODEX_MCP_INSTALLS } from './request.ts';
import { CLIENT_CHOICES, PRESETS, select } from './selection.ts';
import { BACKENDS, projectionNotes } from './local-profile.ts';
import { launcherFile } from '../launcher/launcher-part.ts';
import { SERVER_NAME } from '../mcp-servers/entry.ts';
import { roleOption, roleWords, type OurServer } from '../mcp-servers/our-server.ts';
import { servingProgram } from '../mcp-servers/serving-program.ts';
import { ownFiles, type OwnFiles } from '../own-files.ts';
import { isConnected, readManifest, userRecordDir } from '../manifest.ts';
import { INJECTIONS } from '../with-injection.ts';
import { workspaceIn, type CommandContext } from '../../command/context.ts';
import type { OptionDefinition, OptionValues } from '../../command/definition.ts';
import { personOptions } from '../../command/person-gate.ts';
import { placeOf } from '../../command/place.ts';
import { homeToWrite } from '../../command/root-of.ts';
import {
  choice,
  compatOption,
  flag,
  jsonOption,
  sessionOption,
  text,
  workspaceOptions,
} from '../../command/options.ts';
import { isConfirmed } from '../../command/confirm.ts';

/** True, false or not given. */
const onOrOff = (flags: string, description: string): OptionDefinition<boolean | undefined> => ({
  flags,
  description,
});

/** What `init` and `hooks` can change in the hooks that they write. */
export const hooksOptions = {
  transport: choice(
    '--transport <kind>',
    'claude-code: how events that need no answer are delivered (default: node)',
    ['node', 'sh'],
  ),
  inject: choice(
    '--inject <moment>',
    'when the memory adds context to a session (default: session)',
    INJECTIONS,
  ),
  codexTrustedProject: flag(
    '--codex-trusted-project',
    'codex: trust this project, so that its hooks run',
  ),
};

export const initOptions = {
  preset: choice('--preset <name>', 'what to connect (default: every client found)', PRESETS),
  yes: flag('-y, --yes', 'do not ask for confirmation'),
  dryRun: flag('--dry-run', 'list the files that would change and write nothing'),
  force: flag('--force', 'replace existing Hookloom entries that differ'),
  verbose: flag('--verbose', 'list every key; with --dry-run, show the edits as diffs'),
  user: flag('--user', 'add hooks and server to your own settings, and enable this project'),
  project: flag('--project', 'add them to this project (default if nobody can answer)'),
  allowMemoryTools: onOrOff(
    '--allow-memory-tools',
    'let clients call the tools that only read the memory without asking you',
  ),
  ...workspaceOptions,
  ...sessionOption,
  ...roleOption,
  hookClient: choice('--hook-client <name>', 'the client that gets hooks', CLIENT_CHOICES),
  hookOutput: text('--hook-output <file>', 'write its hooks into this file'),
  mcpClient: choice('--mcp-client <name>', 'the client that gets the MCP server', CLIENT_CHOICES),
  mcpOutput: text('--mcp-output <file>', 'write its server into this file'),
  ...hooksOptions,
  codexMcpInstall: choice(
    '--codex-mcp-install <way>',
    'codex: print the command or write a file (default: auto, the user file if possible)',
    CODEX_MCP_INSTALLS,
  ),
  codexHome: text('--codex-home <dir>', 'codex: CODEX_HOME (default: ~/.codex)'),
  agentInstructions: onOrOff(
    '--agent-instructions',
    'add a marked block to AGENTS.md (default for codex presets)',
  ),
  noAgentInstructions: onOrOff('--no-agent-instructions', 'do not change AGENTS.md'),
  localProfileOutput: text(
    '--local-profile-output <file>',
    'also write the workspace as environment variables to this file',
  ),
  zaxyExecutable: text(
    '--zaxy-executable <file>',
    'command that clients start as the MCP server (default: this installation)',
  ),
  ...compatOption,
  infra: choice('--infra <how>', 'the worker: ignore it, check it or start it (default: none)', [
    'none',
    'check',
    'start',
  ]),
  projectionBackend: choice(
    '--projection-backend <name>',
    'where the memory is stored: check it, show the settings it needs, and write it to the local profile',
    BACKENDS,
  ),
  captureMode: choice('--capture-mode <mode>', 'how sessions are captured', [
    'deterministic',
    'packet',
    'hybrid',
  ]),
  capture: choice('--capture <how>', 'the watcher of session files (default: none)', [
    'none',
    'start',
  ]),
  ...personOptions,
  ...jsonOption,
} satisfies Record<string, OptionDefinition>;

export type InitOptions = OptionValues<typeof initOptions>;

/**
 * Combines the options, the environment and the machine. Throws `invalid_request` for an option that is not available.
 */
export async function initRequest(
  root: string,
  options: InitOptions,
  context: CommandContext,
): Promise<ConnectionRequest> {
  refuseWhatIsNotThere(options);
  const answers = await initAnswers(options, context);
  const { user } = answers;
  const { cwd, env } = context;
  const workspace = workspaceIn(context, root, options);
  const codexHome =
    options.codexHome === undefined ? {} : { CODEX_HOME: homeToWrite(cwd, options.codexHome) };
  const place = placeOf({ env: { ...env, ...codexHome } }, root);
  const files = { ...ownFiles(), launcher: launcherFile(place) };
  const projection = options.projectionBackend ?? 'embedded';
  const selection = select({
    preset: options.preset,
    hookClient: options.hookClient,
    mcpClient: options.mcpClient,
    found: findPrograms(place),
  });
  const absolute = (file: string | undefined): string | undefined =>
    file === undefined ? undefined : path.resolve(cwd, file);
  selection.notes.push(...(await projectionNotes(projection, env)));
  return {
    selection,
    base: {
      workspace,
      place,
      files,
      program: programOf(options, { files, place, cwd }),
      serverName: options.compat ?? SERVER_NAME,
      ...answers,
      rules: {
        eventloomDir: user ? userRecordDir(env) : workspace.eventloomDir,
        root,
        force: options.force,
      },
      hookOutput: absolute(options.hookOutput),
      mcpOutput: absolute(options.mcpOutput),
      transport: options.transport ?? 'node',
      injection: options.inject ?? 'session',
      codex: {
        mcpInstall: options.codexMcpInstall ?? 'auto',
        isTrusted: options.codexTrustedProject,
      },
    },
    instructions:
      options.agentInstructions ??
      (!user && (options.preset === 'local-codex' || options.preset === 'local-embedded-codex')),
    profileOutput: absolute(options.localProfileOutput),
    projection,
  };
}

function refuseWhatIsNotThere({ captureMode }: InitOptions): void {
  if (captureMode !== undefined && captureMode !== 'deterministic')
    throw invalidRequest(
      `The capture mode ${captureMode} would read what goes to the provider; it is not supported.`,
      "Use deterministic: hooks and the clients' own session files.",
    );
}

/** The program must exist, because clients ignore a missing server silently. */
function programOf(
  options: Pick<InitOptions, 'zaxyExecutable' | 'role' | 'sessionId'>,
  { files, place, cwd }: { files: OwnFiles; place: Place; cwd: string },
): OurServer['program'] {
  const given = options.zaxyExecutable;
  const zaxyExecutable =
    given === undefined || !/[\\/]/.test(given) ? given : path.resolve(cwd, given);
  const program = servingProgram({
    files,
    place,
    zaxyExecutable,
    words: roleWords(options.role, options.sessionId),
  });
  if (given === undefined) return program;
  const { dir, base } = path.parse(program.command);
  if (findExecutable(base, { ...place, env: { ...place.env, PATH: dir } }) !== null) return program;
  throw notFound(
    `--zaxy-executable: ${program.command} is not an executable program.`,
    'Name an executable file, or leave out the option.',
  );
}

interface Asked {
  user: boolean;
  project: boolean;
  allowMemoryTools: boolean | undefined;
  yes: boolean;
  dryRun: boolean;
  preset: string | undefined;
  hookClient: string | undefined;
  mcpClient: string | undefined;
  hookOutput: string | undefined;
  mcpOutput: string | undefined;
  eventloomPath: string | undefined;
}

/** Asks only if a user is present and named no client. Otherwise leaves the permissions as they are. */
async function initAnswers(options: Asked, context: CommandContext) {
  const { preset, hookClient, mcpClient } = options;
  const isNamed = [preset, hookClient, mcpClient].some((name) => name !== undefined);
  const isAsked =
    !isNamed &&
    !options.yes &&
    !options.dryRun &&
    context.isInteractive &&
    context.stdin.isTTY === true;
  const user = await isForUser(options, context, { isNamed, isAsked });
  if (user) assertForUser(options);
  const allowTools =
    options.allowMemoryTools ??
    (isAsked &&
      (await isConfirmed(context, {
        asks: 'May your agents call the tools that only read the memory, without asking each time?',
        denies: 'nothing is allowed',
      })));
  return { user, allowTools };
}

async function isForUser(
  { user, project }: Asked,
  context: CommandContext,
  { isNamed, isAsked }: { isNamed: boolean; isAsked: boolean },
): Promise<boolean> {
  if (user || project) return user;
  // The user's own settings already serve this machine, so this project only has to be enabled.
  if (!isNamed && isConnected(readManifest(userRecordDir(context.env)))) return true;
  if (!isAsked) return false;
  return isConfirmed(context, {
    asks: 'Use your own settings, so that the worktrees, clones and subfolders of each enabled project just work?',
    denies: 'nothing is written',
  });
}

function assertForUser({ user, project, hookOutput, mcpOutput, eventloomPath }: Asked): void {
  const beside = Object.entries({
    '--project': user && project ? '' : undefined,
    '--hook-output': hookOutput,
    '--mcp-output': mcpOutput,
    '--eventloom-path': eventloomPath,
  }).find(([, value]) => value !== undefined);
  if (beside === undefined) return;
  throw invalidRequest(
    `${beside[0]} is for one project, and --user is for all projects.`,
    'Leave one of the two out.',
  );
}
