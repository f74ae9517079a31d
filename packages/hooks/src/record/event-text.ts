/** Paths and names of an event, in the format of the log. Pure. */

/** A path below the workspace relative to it; any other as it is. */
export function pathInside(path: string, root: string): string {
  const base = root.replace(/\/+$/, '') + '/';
  return path.startsWith(base) && path.length > base.length ? path.slice(base.length) : path;
}

/**
 * A native name in lower-case words, fit for an event type.
 *
 * @example words('PostToolBatch', '_') === 'post_tool_batch'
 */
export function words(name: string, separator: '_' | '-'): string {
  const parts = name
    .slice(0, 80)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((part) => part !== '');
  if (parts.length === 0) return 'unknown';
  return (/^[0-9]/.test(parts[0]!) ? ['event', ...parts] : parts).join(separator);
}
