/** `MCP_LIFECYCLE_CAPTURE_ENABLED`: on unless it says no (seeds/002). */
export function isCaptureEnabled(env: Record<string, string | undefined>): boolean {
  return !['false', '0', 'no', 'off'].includes(
    (env['MCP_LIFECYCLE_CAPTURE_ENABLED'] ?? '').trim().toLowerCase(),
  );
}
