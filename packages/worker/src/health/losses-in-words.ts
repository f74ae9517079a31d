import type { Losses } from '@hookloom/hooks';

/** @example lossesInWords({ count: 3, reasons: ['no_space'], … }) // '3 events of hooks (no_space; 2026-11-22T09:00:00Z to 2026-11-22T09:00:07Z)' */
export function lossesInWords({ count, reasons, first_at, last_at, is_minimum }: Losses): string {
  const many = `${is_minimum === true ? 'at least ' : ''}${count} ${count === 1 ? 'event' : 'events'}`;
  const [from, to] = [first_at, last_at].map((time) => time.replace(/\.\d+Z$/, 'Z'));
  return `${many} of hooks (${reasons.join(', ')}; ${from === to ? from : `${from} to ${to}`})`;
}
