/** Who sends a request, once it has been authenticated. */

export interface Principal {
  /** Names who is asked to pay for a request: limits and sessions are counted by it. */
  subject: string;
  /** The one session that this caller may use. Absent: any of the workspace, for this user on this machine. */
  session?: string;
  /** When its token ends, in milliseconds of the wall clock. Absent: never. */
  expiresAt?: number;
}

/** Equal for the same caller in the same session, and for no other. */
export function keyOf({ subject, session }: Principal): string {
  return JSON.stringify([subject, session ?? null]);
}
