/** @example plural(1204, 'event') === '1,204 events' */
export function plural(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}

/** `2026-03-02 09:15` for an ISO 8601 instant, or for milliseconds since 1970. */
export function minuteOf(at: string | number): string {
  const text = typeof at === 'string' ? at : new Date(at).toISOString();
  return text.slice(0, 16).replace('T', ' ');
}
