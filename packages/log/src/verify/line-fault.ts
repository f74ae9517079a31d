/** What is wrong with one line of a log by itself, as a clause; null for nothing, and for what is no line of a log. */
import { parseLine } from '../envelope/parse.ts';
import { ownFault } from './own-fault.ts';

/** @param position As for `parseLine`. */
export function lineFault(text: string, position: number): string | null {
  const line = Buffer.from(text);
  const found = parseLine(line, position);
  return found.ok ? (ownFault(line, 0, line.length, found.event)?.detail ?? null) : null;
}
