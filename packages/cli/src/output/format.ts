/** @example plural(1204, 'event') === '1,204 events' */
export function plural(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}

/** `2026-03-02 09:15` for an ISO 8601 instant. */
export function minuteOf(at: string): string {
  return at.slice(0, 16).replace('T', ' ');
}
