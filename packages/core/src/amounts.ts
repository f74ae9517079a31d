/** @example durationText(1749) === '29 min' */
export function durationText(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  if (seconds < 129_600) return `${Math.round(seconds / 3600)} h`;
  return `${Math.round(seconds / 86_400)} days`;
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** @example bytesText(48_213) === '48 kB' && bytesText(1_250_000) === '1.3 MB' */
export function bytesText(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= 999.5 && unit < UNITS.length - 1) {
    size /= 1000;
    unit += 1;
  }
  const figures = unit === 0 || size >= 9.95 ? size.toFixed(0) : size.toFixed(1);
  return `${figures} ${UNITS[unit]}`;
}
