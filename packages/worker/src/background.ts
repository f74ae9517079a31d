/** Work that goes on between requests. */
export interface Background {
  /** The worker does not go to rest meanwhile. */
  isBusy(): boolean;
  /** Ends what runs, or keeps it for the next start. Called when no request runs any more. */
  close(): Promise<void>;
}
