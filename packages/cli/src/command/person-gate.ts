/** Refuses agents that try what only a person may do, and records the attempts. */
import fs from 'node:fs';
import path from 'node:path';
import {
  attempt,
  isDetached,
  isPerson,
  judgeToken,
  permissionDenied,
  readProcesses,
  type PersonVerdict,
} from '@hookloom/core';
import type { Workspace } from '@hookloom/core/settings';
import type { CommandContext } from './context.ts';
import { text } from './options.ts';

/** For every command that requires a person. */
export const personOptions = {
  adminTokenFile: text(
    '--admin-token-file <file>',
    'file with the admin token (MCP_ADMIN_TOKEN), for CI and servers where no one can confirm at a terminal',
  ),
};

export interface GateRequest {
  context: CommandContext;
  workspace: Workspace;
  /** The command as it was typed: `hooks trust --yes`. */
  command: string;
  adminTokenFile: string | undefined;
  /** Default: the folder of this user. */
  stateDir?: string;
  /** Whether a review is in force. If so, a new token is not accepted, because it would also allow the review. */
  hasReview: boolean;
  /** Whether the review was made with another state folder. If so, a token in this one proves nothing. */
  isElsewhere?: boolean | undefined;
}

/**
 * Returns who was recognised.
 *
 * @throws `permission_denied` for anyone else, after recording the attempt
 */
export async function assertPerson(request: GateRequest): Promise<PersonVerdict> {
  const { command } = request;
  const { verdict, seen, token } = await recognise(request);
  if (verdict !== null) return verdict;
  await recordRefusal(request, seen);
  throw permissionDenied(
    `\`hookloom ${command}\` has to be run by a person at a terminal. ${token ?? seen.detail}`,
    'Run it yourself in a terminal outside your coding agent, or pass --admin-token-file.',
  );
}

/** The same as a boolean. Records nothing. */
export async function isAllowedPerson(request: GateRequest): Promise<boolean> {
  return (await recognise(request)).verdict !== null;
}

async function recognise(request: GateRequest) {
  const seen = look(request.context, false);
  const token = await tokenOf(request, seen);
  if (seen.isPerson) return { verdict: seen, seen, token };
  return { verdict: token === 'accepted' ? look(request.context, true) : null, seen, token };
}

function look({ env, stdin }: CommandContext, hasAdminToken: boolean): PersonVerdict {
  return isPerson({
    env,
    stdin,
    stdout: process.stdout,
    processes: readProcesses(),
    hasAdminToken,
  });
}

const TOKEN_REFUSALS = {
  not_configured: 'No admin token is configured: set MCP_ADMIN_TOKEN or MCP_ADMIN_TOKEN_FILE.',
  differs: 'The admin token is wrong.',
  unknown_token:
    'This installation does not know this admin token yet. A person has to use it at a terminal first.',
} as const;

/** `accepted`, why it was refused, or null if none was given. An accepted token is remembered. */
async function tokenOf(
  { context: { env, cwd }, adminTokenFile, hasReview, isElsewhere, ...given }: GateRequest,
  seen: PersonVerdict,
): Promise<string | null> {
  if (adminTokenFile === undefined) return null;
  const { loadAdminToken, readSecretFile } = await import('@hookloom/worker');
  const { privateStateDir } = await import('@hookloom/hooks');
  const stateDir = given.stateDir ?? privateStateDir(env);
  const file = path.join(stateDir, 'admin-token.sha256');
  const verdict = judgeToken({
    configured: loadAdminToken(env),
    given: readSecretFile('--admin-token-file', path.resolve(cwd, adminTokenFile)),
    known: isElsewhere === true ? null : attempt(() => fs.readFileSync(file, 'utf8').trim()),
    mayBeAgent: !seen.isPerson && (seen.reason !== 'no_terminal' || isDetached(readProcesses())),
    hasReview: hasReview && !seen.isPerson,
  });
  if (!verdict.isAccepted) return TOKEN_REFUSALS[verdict.reason];
  fs.writeFileSync(file, verdict.digest, { mode: 0o600 });
  return 'accepted';
}

/** Records who tried what. An attempt alone creates no log. */
async function recordRefusal(
  { context, workspace, command }: GateRequest,
  { reason, client, detail, terminal }: PersonVerdict,
): Promise<void> {
  if (!fs.existsSync(workspace.eventloomDir)) return;
  const { openJsonlStore } = await import('@hookloom/log');
  const store = openJsonlStore({ dir: workspace.eventloomDir });
  try {
    await store.append(workspace.session, [
      {
        type: 'hook.guard.reported',
        actorId: 'agent',
        payload: {
          kind: 'review_refused',
          refused: true,
          detail: `hookloom ${command}: ${detail}`,
          reason,
          ...(terminal === null ? {} : { terminal }),
          source: client ?? 'unknown',
        },
        origin: { channel: 'system', ...(client === null ? {} : { client }) },
      },
    ]);
  } catch {
    context.out.note('The attempt could not be recorded.');
  } finally {
    await store.close();
  }
}
