/** Reads the worker's prepared context, and checks whether it is still valid. */
import fs from 'node:fs';
import { stateDirPath } from '@hookloom/core/settings';
import { contentDigest, type ClientName } from '@hookloom/core/hook';
import type { UnsealedEvent } from '@hookloom/core/events';
import { eventsSince } from '@hookloom/log/append';
import { logNames, readReady, readyFile, stampOf, type ReadyContext } from './ready-file.ts';
import { toolsLine } from './tools-line.ts';
import { attempt, realPath } from '@hookloom/core';

export interface ReadyRequest {
  client: ClientName;
  clientSession: string;
  projectDir: string;
  /** The branch checked out where the session works, which may be a worktree of the project. */
  branch: string | null;
  /** `dir` is the `.eventloom` directory. */
  target: { dir: string; session: string };
  env: Record<string, string | undefined>;
  nowMs: number;
}

export interface ReadyAnswer {
  /** Empty: there is no context to add. */
  text: string;
  /** Records in the log which context was added. */
  record: UnsealedEvent | null;
}

/** Events that do not change a context. */
const QUIET =
  /^(hook|tool|command|file|context|note|summarizer|subagent|compaction|metacognition|source|code|projection)\.|^session\.(genesis|ended|summarized)$|^memory\.(checkout|bootstrap|reminder|ref)\.|^memory\.feedback\.recorded$|^document\.indexed$|^log\.archived$/;
const SPOKEN = 'transcript.turn';
/** How long the worker may be busy before the memory itself is queried. */
const MAX_BEHIND_MS = 10 * 60_000;
/** An idle worker needs a tenth of this time. */
const RENEWED_WITHIN_MS = 1_000;
const STEP_MS = 5;

/**
 * Null if none is ready or it is no longer valid. The memory is then queried.
 *
 * @param isAtOnce Also returns null if the worker has not included everything yet.
 */
export function readyContext(asked: ReadyRequest, isAtOnce = false): ReadyAnswer | null {
  return attempt(() => forStart(asked, isAtOnce));
}

function forStart(
  { client, clientSession, ...asked }: ReadyRequest,
  isAtOnce: boolean,
): ReadyAnswer | null {
  const { env } = asked;
  const mayWait = !isAtOnce && isLikeWorker(env) && isWorkerRunning(stateDirPath(env));
  const found = mayWait ? renewed(asked) : readHolding(asked);
  if (found === null) return null;
  const { missing, stateDir } = found;
  if (isAtOnce && missing > 0) return null;
  const given = givenFile(stateDir, { client, clientSession, ...asked });
  // Usually there is none, and rmSync loads more of Node.
  if (fs.existsSync(given)) fs.unlinkSync(given);
  const { text, notes } = found.ready;
  // Without a worker, nothing would update it.
  if (missing > 0 ? !isWorkerRunning(stateDir) : !isAttended(stateDir, env)) return null;
  // A later statement, or a session that ended since, may be the first useful content.
  if (text === '') return null;
  const named = text.replace(toolsLine('claude-code'), toolsLine(client));
  const whole = missing === 0 ? named : named.replace('\n', `\n${missingLine(missing)}\n`);
  return { text: whole, record: injected({ client, clientSession }, whole, notes) };
}

/** Waits briefly until the worker has included everything. */
function renewed(asked: Omit<ReadyRequest, 'client' | 'clientSession'>): Holding | null {
  const { branch, target, env } = asked;
  const stateDir = stateDirPath(env);
  const file = readyFile({ stateDir, ...target, branch });
  for (const until = Date.now() + RENEWED_WITHIN_MS; ;) {
    const stamp = stampOf(file);
    const found = readHolding(asked, file);
    if (stamp === null || found?.missing === 0) return found;
    do {
      if (Date.now() >= until) return found;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, STEP_MS);
    } while (stampOf(file) === stamp);
  }
}

/** The events already added to prompts of a session. A session that starts, or was compacted, has none. */
export function givenFile(
  stateDir: string,
  {
    client,
    projectDir,
    clientSession,
  }: Pick<ReadyRequest, 'client' | 'projectDir' | 'clientSession'>,
): string {
  return `${stateDir}/given/${contentDigest([client, projectDir, clientSession].join('\n'))}.json`;
}

interface Holding {
  ready: ReadyContext;
  /** Turns that were recorded since. */
  missing: number;
  stateDir: string;
}

/** The prepared context, if it is still valid. `file`: its path, if it is known. */
export function readHolding(
  { env, target, branch, nowMs }: Omit<ReadyRequest, 'client' | 'clientSession'>,
  file?: string,
): Holding | null {
  if (!isLikeWorker(env)) return null;
  const stateDir = stateDirPath(env);
  const ready = readReady(file ?? readyFile({ stateDir, ...target, branch }));
  if (ready === null) return null;
  const { logs, seen, names, untilMs } = ready;
  if (untilMs !== null && nowMs >= untilMs) return null;
  if (logs[0]?.point.session !== target.session) return null;
  if (logs[0].dir !== realPath(target.dir)) return null;
  if (logNames(target.dir).join('\n') !== names.join('\n')) return null;
  if (seen.some(([path, stamp]) => stampOf(path) !== stamp)) return null;
  let missing = 0;
  for (const { dir, point } of logs) {
    const later = eventsSince(dir, point);
    if (later === null) return null;
    for (const { type, timestamp } of later) {
      if (QUIET.test(type)) continue;
      if (type !== SPOKEN || nowMs - Date.parse(timestamp) > MAX_BEHIND_MS) return null;
      missing++;
    }
  }
  return { ready, missing, stateDir };
}

/** False if settings of this process alone would change the answer. */
function isLikeWorker(env: ReadyRequest['env']): boolean {
  return !Object.keys(env).some((name) => name.startsWith('CLAUDE_MEM_'));
}

function missingLine(turns: number): string {
  return turns === 1
    ? 'The newest turn is not included yet.'
    : `The ${turns} newest turns are not included yet.`;
}

export function injected(
  { client, clientSession }: Pick<ReadyRequest, 'client' | 'clientSession'>,
  text: string,
  notes: string[],
): UnsealedEvent {
  const payload = {
    session_id: clientSession.slice(0, 200).toWellFormed(),
    client,
    bytes: Buffer.byteLength(text),
    notes,
  };
  const origin = { channel: 'system' as const, written_by: 'context_injection' as const };
  return { type: 'context.injected', actorId: 'zaxy', payload, origin };
}

/** Whether a worker runs or none is expected here. Querying the memory also starts the worker and watchers. */
function isAttended(stateDir: string, env: ReadyRequest['env']): boolean {
  if (isWorkerRunning(stateDir)) return true;
  const mayStart = env['HOOKLOOM_WORKER_AUTOSTART'] !== 'false';
  return !mayStart && !fs.existsSync(`${stateDir}/watchers`);
}

export function isWorkerRunning(stateDir: string): boolean {
  try {
    const { pid } = JSON.parse(fs.readFileSync(`${stateDir}/worker.json`, 'utf8'));
    return process.kill(Number(pid), 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
