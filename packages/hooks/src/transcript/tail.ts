/** The end of a client's session file. */
import { readEnd } from '@hookloom/core';

const TAIL_BYTES = 512 * 1024;

/** Complete lines at the end of the file; none if it cannot be read. */
export function tailLines(file: string): string[] {
  return readEnd(file, TAIL_BYTES)?.split('\n') ?? [];
}
