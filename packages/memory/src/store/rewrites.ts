export interface Rewrites {
  /** Changes whenever documents may have been removed, here or by another writer of the file. */
  removed: string;
  /** Documents that got other marks since then, oldest first. */
  marked: readonly number[];
}
