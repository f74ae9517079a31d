/** What a client delivered to its hook. */
export interface Delivered {
  bytes: Buffer;
  /** Set when the bytes are known not to be all. */
  incomplete?: 'deadline' | 'oversized';
  /** When the client delivered it, epoch milliseconds. Default: now. */
  atMs?: number;
  /** The event's name, where the command tells it and not the payload. */
  nativeEvent?: string | undefined;
}
