/** Checks the worker of this installation: whether it runs, what listens on its port, and its queue of notes. */
import fs from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { isRunning } from '@hookloom/core';
import { stateDirPath } from '@hookloom/core/settings';
import { askWorker } from '../../life/ask-worker.ts';
import { findWorker, type FoundWorker } from '../../life/find-worker.ts';
import { portFile, readPortFile, WORKER_PORT } from '../../life/port-file.ts';
import type { QueueStatus } from '../../notes-queue/queue-status.ts';
import { error, ok, REPAIR, skipped, warning, type Check, type DoctorRow } from './row.ts';

const ANSWER_MS = 500;
/** How long a live process may take to answer, because it may be starting, ending or slow. */
const SLOW_ANSWER_MS = 5000;
const RETRY_MS = 100;

/** All rows depend on whether it is running. */
export const checkWorker: Check = async (examined) => {
  const { env } = examined.place;
  const seen = await lookForWorker(env);
  const worker = seen.state === 'answers' ? seen.worker : null;
  const [port, queue] = await Promise.all([
    portRow(worker, env),
    queueRow(worker, examined.workspace.eventloomDir),
  ]);
  return [workerRow(seen, examined), port, queue];
};

type Examined = Parameters<Check>[0];
/** Queried once for all rows: a worker that starts meanwhile must not look broken. */
type Seen =
  | { state: 'answers'; worker: FoundWorker }
  | { state: 'none' }
  | { state: 'silent'; pid: number }
  | { state: 'dead'; pid: number | null };

async function lookForWorker(env: Record<string, string | undefined>): Promise<Seen> {
  const stateDir = stateDirPath(env);
  const giveUpAt = Date.now() + SLOW_ANSWER_MS;
  for (let ms = ANSWER_MS; ; ms = giveUpAt - Date.now()) {
    const worker = await findWorker(env, ms);
    if (worker !== null) return { state: 'answers', worker };
    const pid = readPortFile(stateDir)?.pid ?? null;
    if (pid === null)
      return fs.existsSync(portFile(stateDir)) ? { state: 'dead', pid } : { state: 'none' };
    if (!isRunning(pid)) return { state: 'dead', pid };
    if (Date.now() + RETRY_MS >= giveUpAt) return { state: 'silent', pid };
    await delay(RETRY_MS);
  }
}

function workerRow(seen: Seen, { own, place, repair }: Examined): DoctorRow {
  if (seen.state === 'answers') {
    const { port, pid, version } = seen.worker;
    const told = `Worker ${version} is running on port ${port} (process ${pid}).`;
    if (version === own.version) return ok('worker', told);
    return warning('worker', {
      message: `${told} This command is ${own.version}.`,
      why: 'Two versions write the same log, and the older one does not know newer events.',
      command: 'hookloom restart',
    });
  }
  if (seen.state === 'none')
    return ok('worker', 'No worker is running. A connected client starts it when needed.');
  const file = portFile(stateDirPath(place.env));
  const wrong = {
    message: `${file} names a worker${seen.pid === null ? '' : ` (process ${seen.pid})`} that does not answer.`,
    why: 'Programs that call the worker fail.',
    command: seen.state === 'silent' ? 'hookloom restart' : REPAIR,
  };
  if (seen.state === 'silent') return error('worker', wrong);
  if (!repair) return warning('worker', wrong);
  fs.rmSync(file, { force: true });
  return {
    ...ok('worker', 'No worker is running.'),
    repaired: 'removed the file of a dead worker',
  };
}

async function portRow(worker: FoundWorker | null, env: Record<string, string | undefined>) {
  const published = readPortFile(stateDirPath(env))?.port;
  const port = worker?.port ?? published ?? WORKER_PORT;
  if (worker !== null) return ok('port', `Port ${port} is used by the worker.`);
  const listener = await listenerOn(port);
  if (listener === 'nobody') return ok('port', `Port ${port} is free.`);
  return warning('port', {
    message:
      listener === 'silent'
        ? `A program listens on port ${port} but does not answer.`
        : `Another program answers on port ${port}.`,
    why: 'The worker uses another port. Programs that call this port reach the wrong program.',
    command: 'hookloom up --detach',
  });
}

/** Sends nothing of ours: a plain request that any server may refuse. */
async function listenerOn(port: number): Promise<'nobody' | 'silent' | 'foreign'> {
  const connects = await new Promise<boolean>((resolve) => {
    const socket = net.connect({ port, host: '127.0.0.1' });
    const end = (is: boolean): void => {
      socket.destroy();
      resolve(is);
    };
    socket.setTimeout(ANSWER_MS, () => end(false));
    socket.on('connect', () => end(true));
    socket.on('error', () => end(false));
  });
  if (!connects) return 'nobody';
  return new Promise((resolve) => {
    const request = http.get({ host: '127.0.0.1', port, path: '/', agent: false });
    const end = (word: 'silent' | 'foreign'): void => {
      request.destroy();
      resolve(word);
    };
    request.setTimeout(ANSWER_MS, () => end('silent'));
    request.on('response', () => end('foreign'));
    // It answers, but not in HTTP.
    request.on('error', () => end('foreign'));
  });
}

/** Without a worker, reads this workspace's memory without updating it. */
async function queueRow(worker: FoundWorker | null, dir: string): Promise<DoctorRow> {
  const counts = worker === null ? await queueOf(dir) : await askQueue(worker);
  if (counts === null)
    return skipped(
      'queue',
      worker === null ? 'The memory has not been built yet.' : 'The worker is busy.',
    );
  const told = `${counts.depth} waiting for notes, ${counts.dead} failed.`;
  if (counts.dead === 0) return ok('queue', told);
  return warning('queue', {
    message: told,
    why: 'Failed items stay in the log but have no note.',
    command: 'hookloom notes retry',
  });
}

type Counts = Pick<QueueStatus, 'depth' | 'dead'>;

async function askQueue(worker: FoundWorker): Promise<Counts | null> {
  try {
    return (await askWorker(worker, 'GET', '/api/pending-queue')) as QueueStatus;
  } catch {
    return null;
  }
}

async function queueOf(dir: string): Promise<Counts | null> {
  const { peekProjection } = await import('@hookloom/memory');
  return (await peekProjection(`${dir}/projections/memory.sqlite`))?.queue ?? null;
}
