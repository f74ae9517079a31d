/** Bytes that can be read at any offset: a file, or a log in memory. */
export interface ByteSource {
  readonly sizeBytes: number;
  /** Reads up to `length` bytes at `position` into `into` from `at` on; returns how many. */
  read(into: Buffer, at: number, length: number, position: number): number;
}

/** A log in memory. */
export function bytesSource(bytes: Buffer): ByteSource {
  return {
    sizeBytes: bytes.length,
    read: (into, at, length, position) =>
      bytes.copy(into, at, position, Math.min(position + length, bytes.length)),
  };
}

/** Bytes `[from, to)` in pieces, so that a region of any size can be hashed in little memory. */
export function* readRange(source: ByteSource, from: number, to: number): Generator<Buffer> {
  const chunk = Buffer.allocUnsafe(Math.max(1, Math.min(64 * 1024, to - from)));
  for (let position = from; position < to;) {
    const got = source.read(chunk, 0, Math.min(chunk.length, to - position), position);
    if (got === 0) return;
    yield chunk.subarray(0, got);
    position += got;
  }
}
