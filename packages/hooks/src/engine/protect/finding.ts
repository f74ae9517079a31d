/** The findings of guard protection for one event: for the person, for the client and for the log. */

export interface Finding {
  kind: 'missed' | 'edited' | 'protected';
  /** The call is refused with `message` as the reason. */
  refused: boolean;
  /** One or two sentences for the person. */
  message: string;
  /** For the log: the observation, without the advice. */
  detail: string;
  /** The file that it is about, as people know it. */
  file?: string;
  critical?: boolean;
  /** The call that it is about, if it is not that of the event. */
  call?: { tool: string; id: string; sessionId: string };
}
