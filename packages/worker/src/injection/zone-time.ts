/** Days and times in an injected context, in the reader's time zone (an IANA name). Pure. */

/** Such as `2026-11-21 2:05pm UTC`. */
export function stamp(ms: number, zone: string): string {
  const day = formatter(zone, { dateStyle: 'short' }, 'en-CA').format(ms);
  const name = formatter(zone, { timeZoneName: 'short' })
    .formatToParts(ms)
    .find(({ type }) => type === 'timeZoneName')!.value;
  return `${day} ${timeOf(ms, zone)}m ${name}`;
}

/** Such as `Nov 21, 2026`. */
export function dayOf(ms: number, zone: string): string {
  return formatter(zone, { month: 'short', day: 'numeric', year: 'numeric' }).format(ms);
}

/** Such as `2:05p`. */
export function timeOf(ms: number, zone: string): string {
  const parts = formatter(zone, { hour: 'numeric', minute: '2-digit', hour12: true }).formatToParts(
    ms,
  );
  const part = (name: string): string => parts.find(({ type }) => type === name)?.value ?? '';
  return `${part('hour')}:${part('minute')}${part('dayPeriod').slice(0, 1).toLowerCase()}`;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Cached, because creating one is slow and there are few. */
function formatter(zone: string, options: Intl.DateTimeFormatOptions, locale = 'en-US') {
  const key = `${locale} ${zone} ${Object.keys(options).join()}`;
  const known = formatters.get(key);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat(locale, { timeZone: zone, ...options });
  formatters.set(key, made);
  return made;
}
