/** What the protection of guards has to say about one event: for the person, for the client and for the log. */

export interface Finding {
  kind: 'missed' | 'edited' | 'protected';
  /** The call is refused with `message` as the reason. */
  refused: boolean;
  /** One or two sentences for the person. */
  message: string;
  /** For the log: what was seen, without the advice. */
  detail: string;
  /** The file that it is about, as people know it. */
  file?: string;
  critical?: boolean;
  /** The call that it is about, where it is not that of the event. */
  call?: { tool: string; id: string; sessionId: string };
}
