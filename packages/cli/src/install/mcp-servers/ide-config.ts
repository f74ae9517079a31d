/** What `ide-config` prints and installs for a client: the entry, its file, and what the user must know. */
import path from 'node:path';
import type { Workspace } from '@hookloom/core/settings';
import { invalidRequest, pasteWords } from '@hookloom/core';
import { npxCopyWarning } from '../own-files.ts';
import { serverEntry, serverFile, type McpClient } from './clients.ts';
import { SERVER_NAME, TOKEN_VARIABLE, type McpServer } from './entry.ts';
import { FORMATS } from './formats.ts';
import { isFoundByFolder, ourServer } from './our-server.ts';
import { remoteAddress } from './remote-address.ts';
import { servingProgram, type ServingRequest } from './serving-program.ts';

export interface IdeConfigRequest extends ServingRequest {
  client: McpClient;
  workspace: Workspace;
  transport: 'stdio' | 'sse' | 'http';
  host: string;
  port: number;
  compat?: 'zaxy' | undefined;
  codexConfigScope?: 'project' | 'user' | undefined;
  codexHome?: string | undefined;
  codexTrustedProject?: boolean;
  hermesConfig?: string | undefined;
}

export type IdeConfig = ReturnType<typeof ideConfig>;

/** Computed from the request. Only looks for a named executable on the PATH. */
export function ideConfig(request: IdeConfigRequest) {
  const { client, transport } = request;
  const { file, format, key, scope } = targetOf(request);
  const name = request.compat ?? SERVER_NAME;
  const server = serverOf(request, scope);
  const entry = serverEntry(client, server);
  /** The client's own command that adds the server, if that is the better way; otherwise null. */
  const command =
    client === 'codex' && server.transport === 'stdio' && request.codexConfigScope === undefined
      ? pasteWords(
          ['codex', 'mcp', 'add', name, '--', server.command, ...server.args],
          request.place.platform,
        )
      : null;
  return {
    client,
    transport,
    /** Whether the settings are for one workspace or for all workspaces of a user. */
    scope,
    format,
    /** The table of servers by name. */
    key: key[0],
    name,
    entry,
    /** The text to paste, ending with a line feed. */
    fragment: FORMATS[format].fragment([key[0], name], entry),
    command,
    /** The file that the client reads. */
    file,
    notes: notesOn(request, server, { command, file, scope }),
  };
}

/** Throws `invalid_request` if we must not write the client's file, or not with these options. */
export function assertInstallable(config: IdeConfig, request: IdeConfigRequest): void {
  const { client, scope, transport, file } = config;
  if (client === 'claude-desktop')
    throw invalidRequest(
      'Claude Desktop has to be connected by hand.',
      `Paste the printed entry into ${file}.`,
    );
  if (client === 'codex' && request.codexConfigScope === undefined)
    throw invalidRequest(
      'Choose which config.toml of Codex to write.',
      'Pass --codex-config-scope project or user.',
    );
  if (client === 'codex' && scope === 'project' && request.codexTrustedProject !== true)
    throw invalidRequest(
      'Codex reads the config.toml of a project only when the project is trusted.',
      'Trust it in Codex, then pass --codex-trusted-project; or use --codex-config-scope user.',
    );
  if (client === 'codex' && transport === 'sse')
    throw invalidRequest('Codex supports streamable HTTP, not SSE.', 'Pass --transport http.');
  if (scope === 'user' && transport !== 'stdio')
    throw invalidRequest(
      `${file} applies to every workspace, but this entry is for one session.`,
      'Leave out --install and paste the printed entry where you need it.',
    );
}

function targetOf({ client, place, codexConfigScope, codexHome, hermesConfig }: IdeConfigRequest) {
  const home = codexHome === undefined ? {} : { CODEX_HOME: path.resolve(place.root, codexHome) };
  const scope = client === 'codex' ? (codexConfigScope ?? 'user') : undefined;
  const found = serverFile(client, { ...place, env: { ...place.env, ...home } }, scope);
  if (client !== 'hermes' || hermesConfig === undefined) return found;
  if (/\.ya?ml$/.test(hermesConfig)) return { ...found, file: hermesConfig };
  throw invalidRequest('--hermes-config is not a YAML file.', 'Name a config.yaml.');
}

function serverOf(request: IdeConfigRequest, scope: 'project' | 'user'): McpServer {
  const { client, workspace, transport } = request;
  if (transport !== 'stdio' && (request.words ?? []).length > 0)
    throw invalidRequest(
      'The role of a server that runs already is set where it is started.',
      `Leave out --role here, and start it with \`hookloom serve --transport ${transport} --role …\`.`,
    );
  if (transport !== 'stdio') {
    const url = remoteAddress(transport, request.host, request.port);
    return { transport, url, session: workspace.session, tokenVariable: TOKEN_VARIABLE };
  }
  // Claude Desktop has one file for all projects and starts servers anywhere, so the entry must name the workspace.
  const isDesktop = client === 'claude-desktop';
  return ourServer({
    workspace,
    program: servingProgram(request),
    scope: isDesktop ? 'project' : scope,
    startedIn: isDesktop ? 'anywhere' : 'workspace',
  });
}

const LOCAL = /^(localhost|127\.|\[?::1)/;

function notesOn(
  { client, host, files, zaxyExecutable, workspace }: IdeConfigRequest,
  server: McpServer,
  { command, file, scope }: { command: string | null; file: string; scope: 'project' | 'user' },
): string[] {
  if (server.transport === 'stdio') {
    const notes = [
      command === null
        ? `Paste this into \`${file}\``
        : 'Run it once, or write a file with --codex-config-scope.',
    ];
    if (scope === 'user' && client !== 'claude-desktop' && !isFoundByFolder(workspace))
      notes.push(
        'The entry works in every workspace: the server uses the log and session of the folder where it starts.',
      );
    const passing = zaxyExecutable === undefined ? npxCopyWarning(files) : null;
    return passing === null ? notes : [...notes, passing];
  }
  const notes = [unread(client, server.transport) ?? `Paste this into \`${file}\``];
  notes.push(`Start the server with \`hookloom serve --transport ${server.transport}\`.`);
  if (client !== 'claude-desktop')
    notes.push(`The client sends the token in its environment variable ${TOKEN_VARIABLE}.`);
  if (!LOCAL.test(host))
    notes.push('The address is not encrypted: put TLS in front of it, and write https.');
  return notes;
}

/** Why a client would not accept an address in its file; undefined if it does. */
function unread(client: McpClient, transport: McpServer['transport']): string | undefined {
  if (client === 'claude-desktop' && transport !== 'stdio')
    return 'Add addresses to Claude Desktop in Settings > Connectors, not in its file.';
  if (client === 'codex' && transport === 'sse')
    return 'Codex supports streamable HTTP, not SSE: use --transport http.';
  return undefined;
}
