/** Checks single events of a log; used to verify every citation. */
import type { CheckedEvent, StoredEvent } from '@hookloom/core/events';
import { corrupt } from '@hookloom/core';
import { parseLine } from '../envelope/parse.ts';
import { chainAt, stepChain } from '../envelope/raw-slice.ts';
import { ownFault } from '../envelope/own-fault.ts';
import { openLog, type OpenLog, createLineReader, type LineReader } from './open-log.ts';
import { headFileOf, validLines, type Unavailable } from './valid-lines.ts';
import { openSparseIndex, type SparseIndex } from './sparse-index.ts';

/** As many bytes as the lines between two index entries usually have. */
const FEW_LINES = 16 * 1024;
/** For this many lines, reading on is cheaper than a new read. */
const NEAR = 48;
/**
 * A damaged log is read from this many lines before the wanted one: if any of them is damaged, the rest still suffices.
 */
const BEFORE = 16;

/**
 * Every requested seq, with what the log contains there. The cost does not depend on the length of the log if its index
 * covers the seq: a few lines around each seq are read, and only the requested ones are parsed and hashed.
 *
 * @example checkEvents('/home/dev/app/.eventloom', 'app-default', [3, 900]).get(3) // { state: 'held', event: {…} }
 */
export function checkEvents(
  dir: string,
  session: string,
  seqs: readonly number[],
): Map<number, CheckedEvent> {
  const path = `${dir}/${session}.jsonl`;
  const found = new Map<number, CheckedEvent>();
  const wanted = [...new Set(seqs)].sort((a, b) => a - b);
  for (const seq of wanted) found.set(seq, { state: 'absent' });
  const valid = wanted.filter((seq) => Number.isSafeInteger(seq) && seq >= 1);
  if (valid.length === 0) return found;
  const head = headFileOf(path);
  const log = openLog(path);
  if (log === null) return found;
  const index = openSparseIndex(log);
  try {
    for (let groups = neighbourhoods(valid); groups.length > 0;) {
      const regular = scan({ log, index }, groups, head);
      const checked = regular ?? scanDamaged({ log, index }, session, groups[0]!, head);
      for (const [seq, each] of checked) found.set(seq, each);
      groups = groups.slice(1).filter(([seq]) => !checked.has(seq!));
    }
    return found;
  } finally {
    index.close();
    log.close();
  }
}

/** The event, or null if the log ends before it. Throws `corrupt` if it is not valid. */
export function eventAt(dir: string, session: string, seq: number): StoredEvent | null {
  const checked = checkEvents(dir, session, [seq]).get(seq)!;
  if (checked.state === 'unavailable') {
    const { reason, detail } = checked.unavailable;
    throw corrupt(
      `Event ${seq} of ${session} is unavailable (${reason}): ${detail}.`,
      'Run `hookloom verify`; restore the log from a backup to read the event again.',
    );
  }
  return checked.state === 'held' ? checked.event : null;
}

function neighbourhoods(sorted: readonly number[]): number[][] {
  const groups: number[][] = [];
  for (const seq of sorted) {
    const last = groups.at(-1);
    if (last !== undefined && seq - last.at(-1)! <= NEAR) last.push(seq);
    else groups.push([seq]);
  }
  return groups;
}

type Head = ReturnType<typeof headFileOf>;

interface Opened {
  log: OpenLog;
  index: SparseIndex;
}

/** Holds the lines that are read. One buffer is enough, because reads never overlap. */
const ROOM = Buffer.allocUnsafeSlow(256 * 1024);

/**
 * Null at the first line that is not canonical or not linked to the one before: then the caller parses every line. A batch
 * has to be read to its end, so the result can hold more than the first group.
 */
function scan({ log, index }: Opened, groups: readonly (readonly number[])[], head: Head) {
  const [first] = groups as [readonly number[]];
  const from = index.startBefore(Math.max(1, first[0]! - 1));
  const lines = createLineReader(log, from.offset, FEW_LINES, ROOM);
  const found = new Map<number, CheckedEvent>();
  const asked = new Set(first);
  const chain = chainAt(from.seq, from.hash);
  let until = first.at(-1)!;
  let next = 1;
  while (lines.next()) {
    const { buffer, start, end } = lines;
    if (!lines.terminated || lines.tooLong || !stepChain(buffer, start, end, chain)) return null;
    const { seq, batchEnd } = chain;
    if (asked.has(seq)) {
      const event = ordinary(lines, seq);
      if (event === null || ownFault(buffer, start, end, event) !== null) return null;
      found.set(seq, { state: 'held', event });
    }
    for (
      ;
      next < groups.length && groups[next]![0]! > seq && groups[next]!.at(-1)! <= batchEnd;
      next++
    ) {
      for (const each of groups[next]!) asked.add(each);
      until = groups[next]!.at(-1)!;
    }
    // The line after the last requested one has named it.
    if (seq > until && seq >= batchEnd) return found;
  }
  const { seq, hash, batchEnd } = chain;
  if (seq < batchEnd || (head !== null && head.seq > seq)) return null;
  if (head?.seq === seq && head.hash !== `sha256:${hash.toString('latin1')}`) return null;
  return found;
}

function ordinary({ buffer, start, end }: LineReader, seq: number): StoredEvent | null {
  const parsed = parseLine(buffer.subarray(start, end), seq);
  return parsed.ok && parsed.event.seq === seq && parsed.event.form === 'hookloom.v1'
    ? parsed.event
    : null;
}

function scanDamaged(
  { log, index }: Opened,
  session: string,
  wanted: readonly number[],
  head: Head,
): Map<number, CheckedEvent> {
  const found = new Map<number, CheckedEvent>();
  const until = wanted.at(-1)!;
  const onUnavailable = (unavailable: Unavailable): void => {
    const { seq, last = seq, reason, detail } = unavailable;
    for (const each of wanted)
      if (each >= seq && each <= last && found.get(each)?.state !== 'held')
        found.set(each, {
          state: 'unavailable',
          unavailable: { session, seq: each, reason, detail },
        });
  };
  const from = index.startBefore(Math.max(1, wanted[0]! - BEFORE));
  for (const { event } of validLines(log, { from, head, onUnavailable })) {
    if (event.seq > until) break;
    if (wanted.includes(event.seq)) found.set(event.seq, { state: 'held', event });
  }
  return found;
}
