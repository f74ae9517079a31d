/**
 * Checks one client: whether it is installed, reads our hooks, would run them, has recorded something, and reaches our
 * server.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { durationText } from '@hookloom/core';
import {
  findPrograms,
  inspectProgram,
  PLACES,
  sharedClaudeHooks,
  versionOf,
  type ClientFiles,
  type FoundProgram,
  type FoundServer,
  type Program,
} from '@hookloom/hooks/clients';
import { clientStatuses, type HookClientName } from '../clients-seen.ts';
import { HOOKED, readClientFile } from '../gather-status.ts';
import { ageSeconds } from '../hook-status.ts';
import { joinInspections } from '../inspect-session.ts';
import { connectCommand } from './connect-command.ts';
import { mayRunWords, ownVariables } from './may-run.ts';
import { performHandshake, type Handshake, type HandshakeRequest } from './mcp-handshake.ts';
import {
  error,
  ok,
  skipped,
  warning,
  type Check,
  type DoctorRow,
  type Examination,
} from './row.ts';

const VERSION_MS = 1000;
/** Clients wait 30 to 90 seconds for a server; doctor waits less. */
const HANDSHAKE_MS = 10_000;

export const checkClients: Check = async (examined) => {
  const { place, only } = examined;
  const hands = new Map<string, Promise<Handshake>>();
  const found = findPrograms(place).filter(({ program }) => only === null || program === only);
  const rows = await Promise.all(
    found.map(async (one) => {
      const files =
        examined.evidence.files.find(({ program }) => program === one.program) ??
        inspectProgram(one.program, place, readClientFile);
      const [client, servers] = await Promise.all([
        clientRow(one, files, examined),
        serverRow(one, files, examined, hands),
      ]);
      return [client, servers];
    }),
  );
  const told = rows.flat().filter((row) => only !== null || row.status !== 'skipped');
  if (told.length > 0 || only !== null) return told;
  return skipped('clients', 'No client was found. Connect one with `hookloom init`.');
};

async function clientRow(
  { program, label, executable, used }: FoundProgram,
  files: ClientFiles,
  examined: Examination,
): Promise<DoctorRow> {
  const id = `client.${program}`;
  const { env } = examined.place;
  const isHere = executable !== null || used;
  const isOurs = files.hooks.length > 0 || files.plugins.length > 0 || files.capture !== null;
  const named = PLACES[program].executable;
  if (!isHere && !isOurs) return skipped(id, `${label} is not on this machine.`);
  const version =
    executable === null ? null : await versionOf(executable, { env, limitMs: VERSION_MS });
  const name = version === null ? label : `${label} ${version}`;
  const [bad] = files.malformed;
  if (bad !== undefined)
    return error(id, {
      message: `${name} cannot read ${bad.file}: ${bad.reason}.`,
      why: 'The client ignores the whole file, including your own settings.',
      command: `\${EDITOR:-vi} ${bad.file}`,
    });
  if (!HOOKED.includes(program))
    return ok(id, `${name} has no hooks. It uses the memory over MCP.`);
  if (
    !isOurs &&
    sharedClaudeHooks(program, examined.evidence.files, examined.place.root).length > 0
  )
    return ok(id, `${name} runs the Hookloom hooks in Claude Code's settings.`);
  if (!isOurs)
    return warning(id, {
      message: `${name} is installed, but its hooks do not call Hookloom.`,
      why: 'What it does in this workspace is not recorded.',
      command: connectCommand(program),
    });
  return (
    hookFault(id, name, files, examined) ??
    connectedRow(id, name, files, {
      ...examined,
      isMissing: executable === null && named !== null,
    })
  );
}

/** What keeps an installed hook from running, the worst reason first. */
function hookFault(
  id: string,
  name: string,
  { program, hooks, off, trust }: ClientFiles,
  { workspace }: Examination,
): DoctorRow | null {
  const gone = hooks.flatMap(({ needs }) => needs).find((file) => !fs.existsSync(file));
  if (gone !== undefined)
    return error(id, {
      message: `${name}: the hook command needs ${gone}, which no longer exists.`,
      why: 'The hook fails silently, and no event is recorded.',
      command: `${connectCommand(program)} --force`,
    });
  const [switched] = off;
  if (switched !== undefined)
    return warning(id, {
      message: `${name}: ${switched.reason} in ${switched.file}.`,
      why: 'No hook of that program runs, including your own.',
      command: `\${EDITOR:-vi} ${switched.file}`,
    });
  if (trust !== null && trust.state !== 'trusted')
    return warning(id, {
      message: `${name} runs ${trust.trusted} of ${trust.of} Hookloom hooks${trust.reason === null ? '' : `: ${trust.reason}`}.`,
      why: 'Codex silently skips hooks that you have not trusted.',
      command: 'codex   # then /hooks: review and trust the hooks',
    });
  const elsewhere = hooks.find(
    ({ eventloom_path: at }) => at !== null && at !== workspace.eventloomDir,
  );
  if (elsewhere !== undefined && isRenamed(elsewhere.eventloom_path!))
    return warning(id, {
      message: `${name}: the hook commands name ${elsewhere.eventloom_path!}, a folder that no longer exists.`,
      why: 'They find this folder and record here, but would use the old folder again if it is created.',
      command: `${connectCommand(program)} --force`,
    });
  if (elsewhere !== undefined)
    return warning(id, {
      message: `${name} records into ${elsewhere.eventloom_path!}.`,
      why: `This workspace uses the log in ${workspace.eventloomDir}, so its memory does not include what is recorded there.`,
      command: `${connectCommand(program)} --force`,
    });
  return null;
}

function isRenamed(eventloomPath: string): boolean {
  return (
    path.basename(eventloomPath) === '.eventloom' && !fs.existsSync(path.dirname(eventloomPath))
  );
}

function connectedRow(
  id: string,
  name: string,
  files: ClientFiles,
  { evidence, isMissing, now }: Examination & { isMissing: boolean },
): DoctorRow {
  const bySource = joinInspections(evidence.log.sessions).by_source;
  const { [files.program as HookClientName]: status } = clientStatuses(
    [files],
    bySource,
    evidence.watcher,
  );
  const events = new Set(files.hooks.flatMap((row) => row.events)).size;
  const by =
    files.hooks.length > 0
      ? `hooks for ${events} events`
      : files.plugins.length > 0
        ? 'our plugin'
        : 'its session files';
  const last = status.latest_event;
  const seen =
    last === null
      ? 'no event yet'
      : `last event ${durationText(ageSeconds(last.timestamp, now) ?? 0)} ago`;
  const trusted = files.trust === null ? '' : ', trusted';
  const told = `${name}: ${by}${trusted}; ${seen}.`;
  if (!isMissing) return ok(id, told);
  return warning(id, {
    message: `${told} Its command is not on the PATH.`,
    why: 'Its settings are connected, but the client itself was not found.',
    command: null,
  });
}

async function serverRow(
  { program, label }: FoundProgram,
  { servers }: ClientFiles,
  examined: Examination,
  hands: Map<string, Promise<Handshake>>,
): Promise<DoctorRow> {
  const { place } = examined;
  const id = `mcp.${program}`;
  // Reports the server that we wrote. Other rows report a second one.
  const server = servers.find(({ command }) => command !== null) ?? servers[0];
  if (server === undefined) return skipped(id, `${label} has no Hookloom MCP server.`);
  const { command, args, url, file } = server;
  if (command === null) return addressRow(id, label, url!, serverCommand(program, server));
  const allowed = mayRunWords([command, ...args], file, examined);
  if (!allowed.ok)
    return warning(id, {
      message: `${label}: the Hookloom entry in ${file} ${allowed.reason}, so it was not started.`,
      why: 'The file may have come with the repository, and the client starts the command in it.',
      command: serverCommand(program, server),
    });
  const env = ownVariables(server.env, file, examined);
  const key = JSON.stringify([command, args, env]);
  const shaken =
    hands.get(key) ?? handshake({ command, args, env: { ...place.env, ...env } }, examined);
  hands.set(key, shaken);
  const result = await shaken;
  if (result.ok)
    return ok(id, `${label} reaches ${result.server}: ${result.tools} tools in ${result.ms} ms.`);
  return error(id, {
    message: `${label} cannot reach the Hookloom server in ${file}: ${result.reason}.`,
    why: 'The agent has no memory tools. Most clients do not report this.',
    command: serverCommand(program, server),
  });
}

/** A server begins a log if there is none. Doctor creates nothing, so it offers a temporary folder then. */
async function handshake(
  call: Pick<HandshakeRequest, 'command' | 'args' | 'env'>,
  { evidence, workspace }: Examination,
): Promise<Handshake> {
  const isNew = evidence.log.sessions.length === 0;
  const folder = isNew ? fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-doctor-')) : null;
  const own = { EVENTLOOM_PATH: `${folder}/.eventloom`, HOOKLOOM_STATE_DIR: folder ?? '' };
  const env = folder === null ? { EVENTLOOM_PATH: workspace.eventloomDir } : own;
  try {
    const there = { cwd: workspace.root, limitMs: HANDSHAKE_MS };
    return await performHandshake({ ...call, ...there, env: { ...call.env, ...env } });
  } finally {
    if (folder !== null) fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** Over HTTP, without the client's headers, doctor can only check whether a server answers. */
async function addressRow(id: string, label: string, url: string, command: string) {
  try {
    const { status } = await fetch(url, { signal: AbortSignal.timeout(2000), redirect: 'manual' });
    return ok(id, `${label} calls ${url}, which answers with status ${status}.`);
  } catch {
    return error(id, {
      message: `${label} calls ${url}, which does not answer.`,
      why: 'The agent has no memory tools.',
      command,
    });
  }
}

/** Codex writes its own settings with its own command, unless a file is given. */
function serverCommand(program: Program, { scope }: FoundServer): string {
  const codex =
    scope === 'project'
      ? ' --codex-config-scope project --codex-trusted-project'
      : ' --codex-config-scope user';
  return `hookloom ide-config ${program} --install --force${program === 'codex' ? codex : ''}`;
}
