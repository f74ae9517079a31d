/** Time and ids come in through ports, so that the same input gives the same bytes (DESIGN law 10). */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

export interface Ids {
  /** A new event id, time-sortable: `evt_` and 32 hex characters. */
  eventId(nowMs: number): string;
}

export const systemClock: Clock = { now: () => Date.now() };
