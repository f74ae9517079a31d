/** Collects one output of a process: bounded, decoded once over the joined bytes so that no character is split. */
import type { Output } from './started.ts';

export interface Collected {
  /** Resolves when every process has closed the output. */
  ended: Promise<void>;
  /** Stops reading, whichever process still has it open. */
  stop(): void;
  /** Invalid bytes are replacement characters. */
  text(): string;
  truncated(): boolean;
  /** Bytes stored so far. */
  size(): number;
}

export function collectOutput(output: Output, capBytes: number): Collected {
  const chunks: Buffer[] = [];
  let size = 0;
  let cut = false;
  const take = (chunk: Buffer): void => {
    const kept = chunk.subarray(0, capBytes - size);
    if (kept.length < chunk.length) cut = true;
    if (kept.length > 0) chunks.push(kept);
    size += kept.length;
  };
  const ended = new Promise<void>((resolve) => output.read(take, resolve));
  return {
    ended,
    stop: () => output.stop(),
    text: () => Buffer.concat(chunks, size).toString('utf8'),
    truncated: () => cut,
    size: () => size,
  };
}
