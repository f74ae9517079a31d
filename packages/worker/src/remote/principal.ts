/** The sender of an authenticated request. */

export interface Principal {
  /** Identifies the caller for limits and session counts. */
  subject: string;
  /** The only session that this caller may use. Absent for this user on this machine: any session of the workspace. */
  session?: string;
  /** When its token expires, in epoch milliseconds. Absent: never. */
  expiresAt?: number;
}

/** Unique for a caller and a session. */
export function keyOf({ subject, session }: Principal): string {
  return JSON.stringify([subject, session ?? null]);
}
