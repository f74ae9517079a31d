/**
 * Sends one event through the configured command line: a shell runs it as the client would, with a heartbeat, and this
 * looks for the event in the log. The session id marks it as a probe.
 */
import { quietly } from '@hookloom/core';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { renderShTransport, type ClientFiles, type FoundHooks } from '@hookloom/hooks/clients';
import { listSessions, openJsonlStore, readEvents } from '@hookloom/log';
import { askProven } from '../../life/ask-proven.ts';
import { findWorker } from '../../life/find-worker.ts';
import { drainInbox } from '../../drain-inbox.ts';
import { connectCommand } from './connect-command.ts';
import { PROBE_SESSION } from '../lanes.ts';
import { inspectSession } from '../inspect-session.ts';
import { isOfWorkspace, mayRunLine, type MayRun } from './may-run.ts';
import { error, ok, warning, type DoctorRow, type Examination } from './row.ts';

/** A client would wait longer than this. */
const LIMIT_MS = 10_000;
const LOOK_MS = 10;
const PROOF_MS = 500;
/** Transports, the most informative first. */
const WAYS: readonly FoundHooks['transport'][] = ['node', 'http', 'sh', 'sink'];

export async function probeLive(files: ClientFiles, examined: Examination): Promise<DoctorRow> {
  const { program } = files;
  const id = `live.${program}`;
  const hooks = WAYS.flatMap((way) => files.hooks.filter(({ transport }) => transport === way))[0];
  if (hooks === undefined)
    return error(id, {
      message: `The settings of ${program} contain no Hookloom command.`,
      why: 'What it does in this workspace is not recorded.',
      command: connectCommand(program),
    });
  const gone = hooks.needs.find((file) => !fs.existsSync(file));
  if (gone !== undefined) return notArrived(id, hooks, `it needs ${gone}, which no longer exists`);
  const allowed = maySend(hooks, examined);
  if (!allowed.ok)
    return warning(id, {
      message: `No probe was sent: the command of ${hooks.file} ${allowed.reason}.`,
      why: 'The file may have come with the repository. doctor starts only commands that Hookloom wrote.',
      command: `hookloom hooks ${program}`,
    });
  const probe = PROBE_SESSION + randomBytes(8).toString('hex');
  const { workspace, place } = examined;
  const dir = hooks.eventloom_path ?? workspace.eventloomDir;
  const before = heads(dir);
  const begun = performance.now();
  const { root } = workspace;
  const sent = await send(hooks, heartbeat(probe, root), { root, env: place.env, event: null });
  if (sent !== null) return notArrived(id, hooks, sent);
  const until = begun + LIMIT_MS;
  for (let looks = 0; performance.now() < until; looks++) {
    const found = find(dir, before, probe);
    if (found !== null) {
      const ms = Math.round(performance.now() - begun);
      return ok(
        id,
        `A probe through the command of ${hooks.file} reached the log after ${ms} ms (${found}).`,
      );
    }
    // The shell transport puts it into the inbox, and so does any transport while the lock is held.
    if (looks % 10 === 2) await drain(examined, dir);
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  return notArrived(id, hooks, `nothing came within ${LIMIT_MS / 1000} s`);
}

function notArrived(id: string, hooks: FoundHooks, reason: string): DoctorRow {
  return error(id, {
    message: `A probe through the command of ${hooks.file} did not reach the log: ${reason}.`,
    why: 'Events of the client use the same command, so they are not recorded.',
    command: 'hookloom logs',
  });
}

interface Sending {
  root: string;
  env: Record<string, string | undefined>;
  /** For commands that name the event; null for a heartbeat. */
  event: string | null;
}

function heartbeat(probe: string, root: string): string {
  return JSON.stringify({
    session_id: probe,
    conversation_id: probe,
    hook_event_name: 'Heartbeat',
    cwd: root,
    workspace_roots: [root],
    source: 'doctor',
    reason: 'probe',
  });
}

/** Null if it was delivered, otherwise the error. */
export function send(
  hooks: FoundHooks,
  payload: string,
  { root, env, event }: Sending,
): Promise<string | null> {
  if (hooks.transport === 'http') return post(hooks.command, payload, env);
  return run(named(hooks, event), payload, { root, env });
}

/**
 * If the command names the event (the sink, Copilot), replaces that by the event of the probe. Keeps everything else.
 */
function named({ command, transport }: FoundHooks, event: string | null): string {
  if (transport === 'sink' && event === null)
    return `${command.replace(/(\bhook-event['"]?\s+)['"]?[\w-]+['"]?/, '$1heartbeat')} --source doctor`;
  return / hook copilot /.test(command)
    ? command.replace(/ [a-z][A-Za-z]+$/, ` ${event ?? 'Heartbeat'}`)
    : command;
}

function run(
  line: string,
  payload: string,
  { root, env }: { root: string; env: Sending['env'] },
): Promise<string | null> {
  return new Promise((resolve) => {
    const child = spawn(line, {
      shell: true,
      cwd: root,
      env: { ...env, CLAUDE_PROJECT_DIR: root },
      stdio: ['pipe', 'ignore', 'pipe'],
      windowsHide: true,
      // A separate process group, to end everything that the shell started.
      detached: process.platform !== 'win32',
    });
    const timer = setTimeout(() => {
      endGroup(child.pid);
      resolve(`the command did not end within ${LIMIT_MS / 1000} s`);
    }, LIMIT_MS);
    const end = (result: string | null): void => {
      clearTimeout(timer);
      resolve(result);
    };
    let complaint = '';
    child.stderr.setEncoding('utf8').on('data', (part: string) => {
      complaint = (complaint + part).slice(-500);
    });
    child.on('error', (reason) => end(reason.message));
    child.on('close', (code) => {
      const last = complaint.trim().split('\n').at(-1) ?? '';
      end(code === 0 ? null : `it ended with status ${code}${last === '' ? '' : `: ${last}`}`);
    });
    child.stdin.on('error', () => {});
    child.stdin.end(payload);
  });
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  // It has just ended.
  quietly(() => process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL'));
}

/** Sends the token only to the worker, once that has proven its identity, never to an address in a settings file. */
async function post(url: string, payload: string, env: Sending['env']): Promise<string | null> {
  const worker = await findWorker(env, PROOF_MS);
  if (worker === null || Number(new URL(url).port) !== worker.port)
    return `our worker does not answer at ${url}; start it with \`hookloom up --detach\``;
  try {
    const { port, token } = worker;
    const { pathname, search } = new URL(url);
    const path = `${pathname}${search}`;
    const request = { port, token, method: 'POST' as const, path, body: payload, ms: LIMIT_MS };
    const { status } = await askProven(request);
    return status >= 200 && status < 300 ? null : `the worker answered ${status}`;
  } catch {
    return `no answer at ${url}`;
  }
}

/** The shell transport is a complete script. Runs it only if it is exactly ours. */
export function maySend({ transport, command, file }: FoundHooks, examined: Examination): MayRun {
  if (transport === 'http' || (transport === 'sh' && !isOfWorkspace(file, examined)))
    return { ok: true };
  if (transport !== 'sh') return mayRunLine(command, file, examined);
  const { eventloomDir, session } = examined.workspace;
  const inboxDir = path.join(eventloomDir, 'inbox');
  const ours = renderShTransport({ inboxDir, session, client: 'claude-code' });
  return command === ours ? { ok: true } : { ok: false, reason: 'is not our script' };
}

export function heads(dir: string): Map<string, number> {
  return new Map(
    listSessions(dir).map((name) => [name, inspectSession(dir, name, 64 * 1024).head?.seq ?? 0]),
  );
}

/** The citation of the probe's event, or null. Reads only new events. */
function find(dir: string, before: ReadonlyMap<string, number>, probe: string): string | null {
  for (const session of listSessions(dir)) {
    const fromSeq = (before.get(session) ?? 0) + 1;
    for (const { seq, hash, payload } of readEvents(`${dir}/${session}.jsonl`, { fromSeq })) {
      const isIt =
        payload['session_id'] === probe ||
        (payload['source'] === 'doctor' && payload['trigger'] === 'heartbeat');
      if (isIt) return `eventloom://${session}/events/${seq}#${hash.slice(7, 19)}`;
    }
  }
  return null;
}

async function drain({ workspace }: Examination, dir: string): Promise<void> {
  const store = openJsonlStore({ dir });
  try {
    await drainInbox({ ...workspace, eventloomDir: dir }, store);
  } finally {
    await store.close();
  }
}
