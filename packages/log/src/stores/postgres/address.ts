/** The address of a PostgreSQL server, which contains a password: it is checked and shown without it. */
import { invalidRequest } from '@hookloom/core';

/** Throws `invalid_request`. The error does not repeat the address, because it may contain a password. */
export function checkAddress(url: string, setting: string): URL {
  let parsed: URL | null = null;
  try {
    parsed = new URL(url);
  } catch {
    // Refused below.
  }
  if (parsed !== null && /^postgres(ql)?:$/.test(parsed.protocol) && parsed.pathname.length > 1)
    return parsed;
  throw invalidRequest(
    `${setting} is not the address of a PostgreSQL database.`,
    'Write it as postgresql://USER:PASSWORD@HOST:5432/DATABASE; encode special characters of the password as in a URL.',
  );
}

/** @example showAddress('postgresql://ann:secret@db.example/team') // 'postgresql://ann@db.example/team' */
export function showAddress(url: string): string {
  try {
    const { protocol, username, host, pathname } = new URL(url);
    return `${protocol}//${username === '' ? '' : `${username}@`}${host}${pathname}`;
  } catch {
    return 'an address that cannot be read';
  }
}
