/** A client's delivery to its hook. */
export interface Delivered {
  bytes: Buffer;
  /** Set if the bytes should not be parsed. */
  incomplete?: 'deadline' | 'oversized' | 'not_recordable';
  /** How many bytes arrived, if `bytes` are not all of them. */
  size?: number;
  /** Texts of the payload's own fields, if they are already known. */
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
  /** JSON, but none of our events may contain it. */
  | 'not_recordable';
