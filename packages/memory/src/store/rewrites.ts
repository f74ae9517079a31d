/** Each text changes whenever such a change may have happened: here, or by another writer of the file. */
export interface Rewrites {
  /** Documents were removed. */
  removed: string;
  /** Documents were removed or have other marks. */
  marked: string;
}
