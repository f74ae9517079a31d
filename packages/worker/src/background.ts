/** Work that continues between requests. */
export interface Background {
  /** Keeps the worker from its idle shutdown. */
  isBusy(): boolean;
  /** Stops the current work, or saves it for the next start. Called when no request is running any more. */
  close(): Promise<void>;
}
