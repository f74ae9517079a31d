/** The progress of an import on a terminal, measured in bytes, so that a long session does not look stuck. */
import type { Output } from '../output/output.ts';

const CELLS = 24;
const EVERY_MS = 100;

export function progressBar(out: Pick<Output, 'progress'>, now: () => number) {
  const read = new Map<string, number>();
  let all = 0;
  let shownMs = Number.NEGATIVE_INFINITY;
  return {
    /** Adds to the number of bytes to read. */
    total(bytes: number) {
      all += bytes;
    },
    /** The file has been read up to this byte. */
    at(file: string, bytes: number, records: number) {
      read.set(file, bytes);
      if (now() - shownMs < EVERY_MS) return;
      shownMs = now();
      const done = [...read.values()].reduce((sum, each) => sum + each, 0);
      out.progress(barLine(all === 0 ? 1 : Math.min(1, done / all), records));
    },
    close: () => out.progress(null),
  };
}

/** @example barLine(0.5, 1200) // → "[############............]  50 %  1,200 records" */
export function barLine(share: number, records: number): string {
  const full = Math.round(share * CELLS);
  const percent = String(Math.floor(share * 100)).padStart(3);
  return `[${'#'.repeat(full)}${'.'.repeat(CELLS - full)}] ${percent} %  ${records.toLocaleString('en-US')} records`;
}
