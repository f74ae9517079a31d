/** The address of a server that is already running. */
import { invalidRequest } from '@hookloom/core';

const PATHS = { sse: '/sse', http: '/mcp' };

/** @example remoteAddress('http', '::1', 8080) === 'http://[::1]:8080/mcp' */
export function remoteAddress(transport: 'sse' | 'http', host: string, port: number): string {
  const name = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
  const address = `http://${name}:${port}${PATHS[transport]}`;
  // Accepts only a host: no user, no path, nothing that changes how the address is parsed.
  if (/^[\w.-]+$|^\[[\da-f:.]+\]$/i.test(name) && URL.canParse(address)) return address;
  throw invalidRequest(
    `${host} is not a host name.`,
    'Give a name or an address without scheme, port and path.',
  );
}
