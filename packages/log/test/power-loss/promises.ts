/** Compares what a crash left with what the program was promised before it. */
import fs from 'node:fs';
import path from 'node:path';
import { appendOrSpool } from '../../src/append/append-or-spool.ts';
import { interruptedJobs } from '../../src/forget/forgetting-job.ts';
import { createHolder } from '../../src/lock/holder.ts';
import { readEvents, recordedAt } from '../../src/read/read-events.ts';
import { verifyLog } from '../../src/verify/verify-log.ts';
import type { Crash } from './disk.ts';
import { SESSION, type Ack } from './programs.ts';

/** What went wrong, as text; empty if every promise was kept. Changes `root`: it starts the log again. */
export async function brokenPromises(
  root: string,
  acks: readonly Ack[],
  crash: Crash,
): Promise<string[]> {
  const dir = `${root}/work/.eventloom`;
  const broken: string[] = [];
  if (!fs.existsSync(`${root}/work`)) fs.mkdirSync(`${root}/work`);
  if (fs.existsSync(dir)) endProcesses(dir, crash);
  broken.push(...unfinished(dir));
  const forgotten = acks.flatMap((ack) => (ack.kind === 'forgotten' ? [ack.text] : []));
  // Said again, a forgotten text is masked.
  const probes = ['probe', ...forgotten].map((text) => ({
    type: 'decision.made',
    actorId: 'assistant',
    payload: { text },
    origin: { channel: 'user' as const },
  }));
  for (let round = 0; round < 2; round++) {
    const deadline = Date.now() + 1_000;
    const outcome = appendOrSpool({
      dir,
      session: SESSION,
      events: probes,
      deadline,
      installation: 'any',
    });
    if (outcome.kind !== 'appended')
      broken.push(`the next append is ${outcome.kind} (${outcome.reason})`);
  }
  const ids = [...readEvents(`${dir}/${SESSION}.jsonl`)].map(({ id }) => id);
  const kept = new Set(ids);
  if (kept.size < ids.length) broken.push('an event is in the log twice');
  const report = await verifyLog(dir, SESSION);
  if (!report.ok && report.broken_reason !== 'cut_tail')
    broken.push(`the chain is broken: ${report.broken_reason}`);
  const settled = acks.findLastIndex(({ kind }) => kind === 'settled');
  for (const [at, ack] of acks.entries()) {
    if (ack.kind === 'settled') continue;
    if (ack.kind === 'events') {
      if (crash !== 'kill' && ack.durability === 'os' && at > settled) continue;
      if (!ack.ids.every((id) => kept.has(id)))
        broken.push(`an event acknowledged with ${ack.durability} is gone`);
    } else if (ack.kind === 'archived') {
      const copy = root + ack.path;
      if (!fs.existsSync(copy) || fs.statSync(copy).size === 0) broken.push('an archive is gone');
    } else if (fs.readFileSync(`${dir}/${SESSION}.jsonl`, 'utf8').includes(ack.text))
      broken.push('a forgotten text is back');
  }
  return [...new Set(broken)];
}

/** A forgetting that the log records and that was interrupted is finished by the next process: its job exists. */
function unfinished(dir: string): string[] {
  const file = `${dir}/${SESSION}.jsonl`;
  if (!fs.existsSync(file)) return [];
  const jobs = new Set(interruptedJobs(dir, Date.now() + 3_600_000).map(({ job }) => job));
  return [...readEvents(file)].flatMap(({ type, payload }) => {
    if (type !== 'memory.forgotten' || jobs.has(payload['job'] as string)) return [];
    const targets = payload['events'] as { seq: number }[];
    return targets.some(({ seq }) => recordedAt(file, seq)?.shredded === null)
      ? ['a forgetting was cut off and no job is left of it']
      : [];
  });
}

const GONE_PID = 2 ** 22 + 1;
const LAST_BOOT = new Date('2001-01-01T00:00:00Z');

/** The processes from before the crash no longer run; after a power cut the machine has restarted. */
function endProcesses(dir: string, crash: Crash): void {
  const { where } = createHolder();
  const [boot = '', ...rest] = where.split('/');
  const before = crash === 'kill' ? where : [boot.replace(/./g, '0'), ...rest].join('/');
  const inbox = path.join(dir, 'inbox');
  if (crash !== 'kill' && fs.existsSync(inbox))
    for (const name of fs.readdirSync(inbox))
      fs.utimesSync(path.join(inbox, name), LAST_BOOT, LAST_BOOT);
  for (const folder of [dir, path.join(dir, 'runtime')]) {
    if (!fs.existsSync(folder)) continue;
    for (const name of fs.readdirSync(folder).filter((one) => one.includes('.lock'))) {
      const file = path.join(folder, name);
      if (crash !== 'kill') fs.utimesSync(file, LAST_BOOT, LAST_BOOT);
      try {
        const holder = JSON.parse(fs.readFileSync(file, 'utf8')) as object;
        fs.writeFileSync(file, JSON.stringify({ ...holder, pid: GONE_PID, where: before }));
        if (crash !== 'kill') fs.utimesSync(file, LAST_BOOT, LAST_BOOT);
      } catch {
        // It never got its content.
      }
    }
  }
}
