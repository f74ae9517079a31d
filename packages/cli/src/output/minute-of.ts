/** `2026-03-02 09:15` for an ISO 8601 instant. */
export function minuteOf(at: string): string {
  return at.slice(0, 16).replace('T', ' ');
}
