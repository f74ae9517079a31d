/**
 * Repairs a log that a merge, a copy or a disk broke. The longest valid chain stays in it, byte for byte; every other
 * valid part becomes a separate log; the original file is saved aside. A crash after any step is safe: the log is
 * replaced in one step after everything else is on the disk, and a second run continues.
 */
import {
  createIds,
  notFound,
  permissionDenied,
  unavailable,
  weakRandomHex,
  type JsonObject,
} from '@hookloom/core';
import { remapDeliveries } from '../append/deliveries.ts';
import { writeHead, saveMark, copiesOf, realDirectory } from '../files/head-at.ts';
import { syncDirectory, writeFile } from '../files/sync-names.ts';
import { prepareEvent, sealEvent } from '../envelope/seal.ts';
import { examineLog } from '../installation/examine-log.ts';
import { renameSync, rmSync } from 'node:fs';
import { createFileLock } from '../lock/file-lock.ts';
import { logPath, openLog, type OpenLog } from '../read/open-log.ts';
import { dropIndex } from '../read/sparse-index.ts';
import { dropVerified } from '../read/verified-file.ts';
import { isWhole, walkOf } from '../verify/whole-walk.ts';
import {
  bytesAt,
  eventOf,
  unsealed,
  vouchedIn,
  placeAside,
  setAside,
  type SetAside,
} from './event-at.ts';
import { planRepair, type RepairPlan } from './plan-repair.ts';
import { scanLog, type BrokenLine } from './scan-log.ts';
import { describeTail, writeTail, type TailLog } from './tail-log.ts';
import { bindLog } from '../installation/claim-log.ts';
import { installationKey, readSeal } from '../installation/key.ts';
import { recordedEvents } from '../read/read-events.ts';

export interface RepairRequest {
  dir: string;
  session: string;
  dryRun?: boolean;
  /** A person trusts the parts that another installation wrote. */
  adopt?: boolean;
  now: () => number;
  /** Default 5000. */
  lockWaitMs?: number;
  /** See `SessionLogOptions`. */
  installation?: 'any';
}

export interface RepairReport {
  session: string;
  /** `whole`: nothing needed repair. `broken`: a dry run found what would be done. */
  state: 'whole' | 'broken' | 'repaired';
  /** Events that stay in the log. */
  kept: number;
  tails: TailLog[];
  broken: BrokenLine[];
  /** Copies of events that are already in the log. */
  duplicates: number;
  /** Path of the original file; null if nothing was changed. */
  original: string | null;
}

/**
 * Throws `not_found` if there is no log, `permission_denied` for a log of another installation, and `unavailable` if
 * the log stays locked.
 *
 * @example await repairLog({ dir: '/home/dev/shop/.eventloom', session: 'shop-default', now: Date.now })
 */
export async function repairLog(request: RepairRequest): Promise<RepairReport> {
  const { dir, session, dryRun = false, lockWaitMs = 5000 } = request;
  if (dryRun) return withLog(request, (log) => Promise.resolve(examine(request, log).report));
  const lock = createFileLock(dir, session);
  try {
    if (!lock.acquire(lockWaitMs))
      throw unavailable(
        `The log ${session} is being written by another process.`,
        'Try again in a moment.',
      );
    return await withLog(request, (log) => repair(request, log));
  } finally {
    lock.close();
  }
}

async function withLog(
  { dir, session }: RepairRequest,
  work: (log: OpenLog) => Promise<RepairReport>,
): Promise<RepairReport> {
  const log = openLog(logPath(dir, session));
  if (log === null)
    throw notFound(
      `There is no log ${session} in ${dir}.`,
      'Run `hookloom verify` to list the logs of this folder.',
    );
  try {
    return await work(log);
  } finally {
    log.close();
  }
}

function examine(
  { dir, session, adopt = false, installation }: RepairRequest,
  log: OpenLog,
): { report: RepairReport; plan: RepairPlan | null; known: ReadonlySet<string> } {
  const known = knownHashes(dir, session);
  const walk = walkOf(log);
  const report: RepairReport = {
    session,
    state: 'whole',
    kept: walk.prefix.seq,
    tails: [],
    broken: [],
    duplicates: 0,
    original: null,
  };
  if (isWhole(walk)) return { report, plan: null, known };
  const scanned = scanLog(log);
  if (installation === undefined && !scanned.events.some(({ hash }) => known.has(hash)))
    assertOwn(dir, session);
  const plan = planRepair(scanned, known, vouchedIn(log));
  const { kept, broken, duplicates } = plan;
  // Events of another history that replaced known events are not ours.
  const taken = new Set(kept.map(({ seq }) => seq));
  const tails = plan.tails.map((tail) => {
    const isKnown = tail.some(({ hash }) => known.has(hash));
    const isRival = tail.some(({ seq }) => seq !== null && taken.has(seq));
    for (const { seq } of tail) taken.add(seq);
    return describeTail(session, tail, adopt || isKnown || !isRival);
  });
  return {
    report: { ...report, state: 'broken', kept: kept.length, tails, broken, duplicates },
    plan,
    known,
  };
}

function assertOwn(dir: string, session: string): void {
  if (examineLog(dir, session).ownership !== 'foreign') return;
  throw permissionDenied(
    `The log ${session} was not written by this installation.`,
    `If you trust it, run \`hookloom log adopt ${session}\` first.`,
  );
}

async function repair(request: RepairRequest, log: OpenLog): Promise<RepairReport> {
  const { dir, session, now, installation } = request;
  const { report, plan, known } = examine(request, log);
  if (plan === null) {
    if (installation === undefined) settleMark(dir, session);
    return report;
  }
  const aside = placeAside(session, log);
  setAside(dir, aside, log, report.broken);
  for (const [at, tail] of plan.tails.entries()) {
    const described = report.tails[at]!;
    const own = described.own && installation === undefined;
    const source = log;
    const original = aside.file;
    const refused = await writeTail({
      dir,
      session,
      source,
      tail,
      described: { ...described, own },
      original,
      now,
    });
    described.events -= refused;
  }
  const preserved = [...plan.kept, ...plan.tails.flat()].map(({ hash }) => hash);
  const repaired = repairedPayload(
    report,
    aside,
    preserved.filter((hash) => known.has(hash)),
  );
  replaceLog(request, log, plan, repaired);
  if (installation === undefined) settleMark(dir, session);
  return { ...report, state: 'repaired', original: `${dir}/${aside.file}` };
}

const MAX_KNOWN = 100;

function repairedPayload(
  { kept, tails, broken, duplicates }: RepairReport,
  { file, bytes, digest }: SetAside,
  known: string[],
): JsonObject {
  return {
    original: { file, bytes, digest },
    kept,
    tails: tails.map((tail) => ({ ...tail })),
    broken_lines: broken.length,
    duplicates,
    known: known.slice(0, MAX_KNOWN),
  };
}

/** Call under the lock of the log. */
function replaceLog(
  { dir, session, now }: RepairRequest,
  log: OpenLog,
  { kept, carried }: RepairPlan,
  repaired: JsonObject,
): void {
  const path = logPath(dir, session);
  const ids = createIds(weakRandomHex);
  let { seq, hash } = { seq: kept.length, hash: kept.at(-1)?.hash ?? null };
  const added = [
    ...carried.map((found) => unsealed(eventOf(log, found))),
    {
      type: 'log.repaired',
      actorId: 'hookloom',
      origin: { channel: 'system' as const },
      payload: repaired,
    },
  ].map((event) => {
    const prepared = prepareEvent(event, { nowMs: now(), ids });
    const place = { seq: ++seq, previousHash: hash, threadId: session, batch: null };
    const sealed = sealEvent(prepared, place);
    hash = sealed.hash;
    return Buffer.from(`${sealed.line}\n`);
  });
  const moved = new Map<number, number>();
  let size = 0;
  function* content(): Generator<Uint8Array> {
    for (const found of kept) {
      const line = Buffer.concat([bytesAt(log, found), Buffer.from('\n')]);
      moved.set(found.start, size);
      size += line.length;
      yield line;
    }
    for (const line of added) {
      size += line.length;
      yield line;
    }
  }
  dropIndex(path);
  dropVerified(path);
  // Its suffix is not that of a log, so that no reader treats the new file as one before it is renamed.
  writeFile(`${dir}/${session}.repaired`, content());
  // It names the end of the broken file; no head file is better than a wrong one.
  rmSync(`${dir}/${session}.head`, { force: true });
  renameSync(`${dir}/${session}.repaired`, path);
  syncDirectory(dir);
  writeHead(`${dir}/${session}.head`, { seq, hash: hash!, size });
  remapDeliveries(dir, session, (offset) => moved.get(offset) ?? -1);
}

/** Hashes of events that this installation wrote. */
function knownHashes(dir: string, session: string): Set<string> {
  const { mark, genesis, findings } = examineLog(dir, session);
  const key = installationKey();
  const seal = key === null ? null : readSeal(dir, session, key);
  const place = { dir: realDirectory(dir), session };
  const copies = genesis === null ? [] : copiesOf(genesis, place);
  const hashes = [
    mark?.genesis,
    mark?.hash,
    seal?.genesis,
    seal?.hash,
    ...findings.map(({ hash }) => hash),
    ...copies.map(({ hash }) => hash),
  ];
  return new Set(hashes.flatMap((hash) => ((hash ?? '') === '' ? [] : [hash!])));
}

/**
 * Restarts the mark at the end of a repaired log. Findings about events that the repair kept, in this log or in
 * another, are settled; a loss stays until a person acknowledges it. Nothing is written if there is nothing to settle.
 */
function settleMark(dir: string, session: string): void {
  const examined = examineLog(dir, session);
  const kept = keptByRepair(dir, session);
  const findings = examined.findings.filter(
    ({ kind, hash }) => kind !== 'broken' && !kept.known.has(hash),
  );
  if (examined.head === null || findings.length === examined.findings.length) return;
  const key = installationKey({ make: true });
  if (key === null) return;
  const { merkle, ...mark } = bindLog(dir, { ...examined, findings }, key);
  const isCovered = merkle !== undefined && merkle.seq <= kept.events;
  saveMark(isCovered ? { ...mark, merkle } : mark);
}

/** The events that the repairs of this log report as kept. */
function keptByRepair(dir: string, session: string): { known: Set<unknown>; events: number } {
  const known = new Set<unknown>();
  let events = Number.MAX_SAFE_INTEGER;
  for (const { type, payload } of recordedEvents(logPath(dir, session))) {
    if (type !== 'log.repaired') continue;
    if (Array.isArray(payload['known'])) for (const hash of payload['known']) known.add(hash);
    events = Math.min(events, Number(payload['kept']));
  }
  return { known, events };
}
