/** Time and ids are injected, so that the same input gives the same bytes. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

export interface Ids {
  /** A new event id, time-sortable: `evt_` and 32 hex characters. */
  eventId(nowMs: number): string;
}

export const systemClock: Clock = { now: () => Date.now() };
