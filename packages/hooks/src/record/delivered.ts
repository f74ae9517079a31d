/** What a client delivered to its hook. */
export interface Delivered {
  bytes: Buffer;
  /** Set when the bytes are not to be parsed. */
  incomplete?: 'deadline' | 'oversized' | 'not_recordable';
  /** How many bytes came, where `bytes` are not all that came. */
  size?: number;
  /** Texts of the payload's own fields, where they are known already. */
  fields?: Record<string, string>;
  /** When the client delivered it, epoch milliseconds. Default: now. */
  atMs?: number;
  /** The event's name if the command names it and the payload does not. */
  nativeEvent?: string | undefined;
}

/** Why a delivery is only marked; recorded as `reason`. */
export type UnreadableReason =
  | 'deadline'
  | 'oversized'
  | 'not_json'
  /** Nested too deeply, or of so many parts that parsing takes too long. */
  | 'too_complex'
  /** JSON, but no event of ours may hold it. */
  | 'not_recordable';
