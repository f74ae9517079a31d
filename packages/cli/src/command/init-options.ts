/** The options of `init`, and the request they make. An option that cannot be honoured is refused, never ignored. */
import path from 'node:path';
import { HookloomError } from '@hookloom/core/errors';
import { findExecutable, findPrograms } from '@hookloom/hooks/found/find-programs';
import type { Place } from '@hookloom/hooks/found/places';
import type { ConnectionRequest } from '../install/connect/plan-connection.ts';
import { CODEX_MCP_INSTALLS } from '../install/connect/request.ts';
import { CLIENT_CHOICES, PRESETS, select } from '../install/connect/selection.ts';
import { launcherFile } from '../install/launcher/launcher-part.ts';
import { servingProgram } from '../install/mcp-servers/serving-program.ts';
import type { OurServer } from '../install/mcp-servers/our-server.ts';
import { ownFiles, type OwnFiles } from '../install/own-files.ts';
import { INJECTIONS } from '../install/with-injection.ts';
import { workspaceIn, type CommandContext } from './context.ts';
import type { OptionDefinition, OptionValues } from './definition.ts';
import { personOptions } from './person-gate.ts';
import { placeOf } from './place.ts';
import { homeToWrite } from './root-of.ts';
import { choice, flag, jsonOption, sessionOption, text, workspaceOptions } from './options.ts';

/** Either way, or not said. */
const onOrOff = (flags: string, description: string): OptionDefinition<boolean | undefined> => ({
  flags,
  description,
});

export const initOptions = {
  preset: choice('--preset <name>', 'what to connect (default: what is found)', PRESETS),
  yes: flag('-y, --yes', 'do it without asking'),
  dryRun: flag('--dry-run', 'show the edits as diffs and write nothing'),
  force: flag('--force', 'replace entries of ours that differ'),
  verbose: flag('--verbose', 'name every key'),
  ...workspaceOptions,
  ...sessionOption,
  hookClient: choice('--hook-client <name>', 'the client that gets hooks', CLIENT_CHOICES),
  hookOutput: text('--hook-output <file>', 'write its hooks into this file'),
  mcpClient: choice('--mcp-client <name>', 'the client that gets the MCP server', CLIENT_CHOICES),
  mcpOutput: text('--mcp-output <file>', 'write its server into this file'),
  transport: choice(
    '--transport <kind>',
    'claude-code: how observation-only events are handed over (default: node)',
    ['node', 'sh'],
  ),
  inject: choice(
    '--inject <moment>',
    'when the memory hands context to a session (default: session)',
    INJECTIONS,
  ),
  codexMcpInstall: choice(
    '--codex-mcp-install <way>',
    'codex: print the command, or write a file (default: auto, the user file where it is free)',
    CODEX_MCP_INSTALLS,
  ),
  codexTrustedProject: flag(
    '--codex-trusted-project',
    'codex: you trust this project; its hooks are trusted in config.toml',
  ),
  codexHome: text('--codex-home <dir>', 'codex: CODEX_HOME (default: ~/.codex)'),
  agentInstructions: onOrOff(
    '--agent-instructions',
    'a marked block in AGENTS.md (default for codex presets)',
  ),
  noAgentInstructions: onOrOff('--no-agent-instructions', 'leave AGENTS.md alone'),
  localProfileOutput: text(
    '--local-profile-output <file>',
    'write the workspace as environment variables into this file',
  ),
  zaxyExecutable: text(
    '--zaxy-executable <file>',
    'what clients start as MCP server (default: this installation)',
  ),
  infra: choice('--infra <how>', 'the worker: leave it, look at it, start it (default: none)', [
    'none',
    'check',
    'start',
  ]),
  projectionBackend: choice('--projection-backend <name>', 'where memory is projected to', [
    'embedded',
    'neo4j',
    'pggraph',
    'latticedb',
  ]),
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

/** Everything the options, the environment and the machine say; throws `invalid_request` for what is not to be had. */
export async function initRequest(
  root: string,
  options: InitOptions,
  context: CommandContext,
): Promise<ConnectionRequest> {
  refuseWhatIsNotThere(options);
  const { cwd, env } = context;
  const workspace = workspaceIn(context, root, options);
  const codexHome =
    options.codexHome === undefined ? {} : { CODEX_HOME: homeToWrite(cwd, options.codexHome) };
  const place = placeOf({ env: { ...env, ...codexHome } }, root);
  const files = { ...ownFiles(), launcher: launcherFile(place) };
  const selection = select({
    preset: options.preset,
    hookClient: options.hookClient,
    mcpClient: options.mcpClient,
    found: findPrograms(place),
  });
  const absolute = (file: string | undefined): string | undefined =>
    file === undefined ? undefined : path.resolve(cwd, file);
  return {
    selection,
    base: {
      workspace,
      place,
      files,
      program: programOf(options.zaxyExecutable, { files, place, cwd }),
      rules: { eventloomDir: workspace.eventloomDir, root, force: options.force },
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
      (options.preset === 'local-codex' || options.preset === 'local-embedded-codex'),
    profileOutput: absolute(options.localProfileOutput),
  };
}

function refuseWhatIsNotThere({ projectionBackend, captureMode }: InitOptions): void {
  if (projectionBackend !== undefined && projectionBackend !== 'embedded')
    throw new HookloomError(
      'invalid_request',
      `The projection backend ${projectionBackend} does not exist here.`,
      'Use embedded, the one there is: a file beside the log that needs no server.',
    );
  if (captureMode !== undefined && captureMode !== 'deterministic')
    throw new HookloomError(
      'invalid_request',
      `The capture mode ${captureMode} would read what goes to the provider; it does not exist here.`,
      "Use deterministic, the one there is: hooks, and the clients' own session files.",
    );
}

/** A server that is not there would be found out by every client, silently. */
function programOf(
  given: string | undefined,
  { files, place, cwd }: { files: OwnFiles; place: Place; cwd: string },
): OurServer['program'] {
  const zaxyExecutable =
    given === undefined || !/[\\/]/.test(given) ? given : path.resolve(cwd, given);
  const program = servingProgram({ files, place, zaxyExecutable });
  const { dir, base } = path.parse(program.command);
  if (findExecutable(base, { ...place, env: { ...place.env, PATH: dir } }) !== null) return program;
  throw new HookloomError(
    'not_found',
    `--zaxy-executable: ${program.command} is no program that can be started.`,
    'Name a file that may be run, or leave the option out.',
  );
}
