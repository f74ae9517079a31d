/** `MCP_LIFECYCLE_CAPTURE_ENABLED`: on by default. */
export function isCaptureEnabled(env: Record<string, string | undefined>): boolean {
  return !['false', '0', 'no', 'off'].includes(
    (env['MCP_LIFECYCLE_CAPTURE_ENABLED'] ?? '').trim().toLowerCase(),
  );
}
