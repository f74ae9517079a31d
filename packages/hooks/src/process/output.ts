/** Collects one output of a process: bounded, decoded once over the joined bytes so that no character is split. */
import type { Readable } from 'node:stream';

export interface Collected {
  /** Resolves when no process holds the output any more. */
  ended: Promise<void>;
  /** Stops reading, whichever process still holds it. */
  stop(): void;
  /** Invalid bytes are replacement characters. */
  text(): string;
  truncated(): boolean;
  /** Bytes kept so far. */
  size(): number;
}

export function collectOutput(stream: Readable, capBytes: number): Collected {
  const chunks: Buffer[] = [];
  let size = 0;
  let cut = false;
  stream.on('data', (chunk: Buffer) => {
    const kept = chunk.subarray(0, capBytes - size);
    if (kept.length < chunk.length) cut = true;
    if (kept.length > 0) chunks.push(kept);
    size += kept.length;
  });
  const ended = new Promise<void>((resolve) => {
    stream.once('end', resolve);
    stream.once('close', resolve);
    stream.once('error', resolve);
  });
  return {
    ended,
    stop: () => void stream.destroy(),
    text: () => Buffer.concat(chunks, size).toString('utf8'),
    truncated: () => cut,
    size: () => size,
  };
}
