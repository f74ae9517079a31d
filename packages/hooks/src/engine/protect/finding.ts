/** What the protection of guards found at one event, for the user, the client and the log. */

export interface Finding {
  kind: 'missed' | 'edited' | 'protected';
  /** Whether the call is refused, with `message` as the reason. */
  refused: boolean;
  /** One or two sentences for the user. */
  message: string;
  /** For the log: what was observed, without advice. */
  detail: string;
  /** The displayed name of the file. */
  file?: string;
  critical?: boolean;
  /** The call, if it is not that of the event. */
  call?: { tool: string; id: string; sessionId: string };
}
