/** Work that continues between requests. */
export interface Background {
  /** Whether the worker must not shut down for idleness. */
  isBusy(): boolean;
  /** Stops the current work, or saves it for the next start. Called when no request is running. */
  close(): Promise<void>;
}
