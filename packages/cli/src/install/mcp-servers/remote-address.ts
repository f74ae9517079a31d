/** The address of a server that runs already. */
import { invalidRequest } from '@hookloom/core';

/** Where the protocol is served, by transport. */
const PATHS = { sse: '/sse', http: '/mcp' };

/** @example remoteAddress({ transport: 'http', host: '::1', port: 8080 }) === 'http://[::1]:8080/mcp' */
export function remoteAddress({
  transport,
  host,
  port,
}: {
  transport: 'sse' | 'http';
  host: string;
  port: number;
}): string {
  const name = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
  const address = `http://${name}:${port}${PATHS[transport]}`;
  // Nothing but a host: no user, no path, nothing that the address would be read differently for.
  if (/^[\w.-]+$|^\[[\da-f:.]+\]$/i.test(name) && URL.canParse(address)) return address;
  throw invalidRequest(
    `${host} is not a host name.`,
    'Give a name or an address without scheme, port and path.',
  );
}
