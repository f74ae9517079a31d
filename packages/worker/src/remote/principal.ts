/** The sender of an authenticated request. */

export interface Principal {
  /** The subject of limits and session counts. */
  subject: string;
  /** The only session that this caller may use. Absent: any of the workspace, for this user on this machine. */
  session?: string;
  /** The expiry of its token, in milliseconds of the wall clock. Absent: never. */
  expiresAt?: number;
}

/** Equal for the same caller in the same session, and for no other. */
export function keyOf({ subject, session }: Principal): string {
  return JSON.stringify([subject, session ?? null]);
}
