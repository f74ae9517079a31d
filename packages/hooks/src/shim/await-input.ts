/** Waits for a client that does not send its payload at once and close, and bounds how long and how much. */
import { JsonScan } from '@hookloom/core';
import type { Arriving, NeededInput } from './input.ts';
import { FIELDS } from '../record/unreadable.ts';

/** Milliseconds between two checks. */
const LOOK_MS = 20;
/** The limit for a payload whose bytes arrive slowly. */
const LONGEST_MS = 60_000;
/** The size up to which an oversized payload is counted. */
const MAX_COUNTED_BYTES = 128 * 1024 * 1024;
const MAX_COUNTING_MS = 10_000;
/** The stored part of an oversized payload. */
const KEPT_BYTES = 65_536;

/**
 * Ends reading when a complete object has arrived, even if the sender does not close, and when the time is over:
 * `firstMs` to the first byte, then `idleMs` after the last one, then as long as a handler needs the rest. A signal
 * that ends the hook also ends the reading.
 */
export function awaitInput(arriving: Arriving): void {
  const scan = new JsonScan(FIELDS);
  const startMs = arriving.lastMs;
  let scanned = 0;
  let idleMs = 0;
  let seenBytes = 0;
  let lookedMs = Date.now();
  let asked = false;
  let needed: NeededInput = { idleMs: 0, totalMs: 0 };
  let untilMs = startMs + LONGEST_MS;
  const giveUp = (): void =>
    arriving.finish(arriving.size === 0 ? 'none' : 'deadline', scan.fields);
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.once(signal, giveUp);
  const look = (): void => {
    if (arriving.isDone) return;
    const { chunks, size } = arriving;
    while (scanned < chunks.length) scan.feed(chunks[scanned++]!);
    if (scan.isComplete) return arriving.finish('end');
    const nowMs = Date.now();
    // On a busy machine, neither this process nor the sender may run; that time does not count.
    idleMs = size > seenBytes ? 0 : idleMs + Math.min(nowMs - lookedMs, 2 * LOOK_MS);
    seenBytes = size;
    lookedMs = nowMs;
    const isOver = size === 0 ? nowMs >= startMs + arriving.firstMs : idleMs >= arriving.idleMs;
    // If nothing arrived, and nothing shows which event it would have been, no handler is known to need it.
    if (isOver && !asked && (size > 0 || arriving.isNamed)) {
      asked = true;
      const lookAgain = (answer: NeededInput): void => {
        needed = answer;
        if (needed.totalMs > 0) untilMs = Date.now() + needed.totalMs;
        look();
      };
      return void arriving.neededFor(scan.fields).then(lookAgain, look);
    }
    const isLate = isOver && nowMs >= arriving.lastMs + needed.idleMs;
    if (isLate || nowMs >= untilMs) return giveUp();
    // Bytes that have already arrived are read before the next check.
    setTimeout(setImmediate, LOOK_MS, look);
  };
  setImmediate(look);
}

/** From now on, an oversized payload is only counted, and searched for its own fields. */
export function countInput(arriving: Arriving): void {
  const { chunks, finish } = arriving;
  const scan = new JsonScan(FIELDS);
  const startMs = Date.now();
  for (const chunk of chunks) scan.feed(chunk);
  arriving.chunks = [Buffer.concat(chunks).subarray(0, KEPT_BYTES)];
  arriving.finish = () => finish('oversized', scan.fields);
  arriving.neededFor = () => Promise.resolve({ idleMs: 0, totalMs: 0 });
  arriving.take = (chunk) => {
    if (arriving.isDone) return;
    if (chunk === undefined) return arriving.finish('oversized');
    scan.feed(chunk);
    arriving.size += chunk.length;
    arriving.lastMs = Date.now();
    const isEnough =
      arriving.size > MAX_COUNTED_BYTES || arriving.lastMs > startMs + MAX_COUNTING_MS;
    if (isEnough) arriving.finish('oversized');
  };
}
