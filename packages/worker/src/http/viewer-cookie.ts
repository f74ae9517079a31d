/**
 * The viewer's page sends this cookie instead of the token. It is derived from the token, so that it survives a restart
 * of the worker and becomes invalid with the token.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const LIFE_MS = 30 * 24 * 60 * 60 * 1000;

/** Includes the port, because browsers share cookies between the ports of a machine. */
export function cookieName(port: number): string {
  return `hookloom_viewer_${port}`;
}

export function makeCookie(token: string, port: number, now: number): string {
  const claim = `${now + LIFE_MS}.${randomBytes(16).toString('base64url')}`;
  const age = LIFE_MS / 1000;
  return `${cookieName(port)}=${claim}.${proofOf(token, port, claim)}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Strict`;
}

/** True if the `Cookie` header of a request contains one that this token made for this port. */
export function hasCookie(
  header: string | undefined,
  token: string,
  port: number,
  now: number,
): boolean {
  const name = cookieName(port);
  const values = (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`));
  return values.some((pair) => {
    const parts = /^(\d{1,16})\.([\w-]{22})\.([\w-]{43})$/.exec(pair.slice(name.length + 1));
    if (parts === null || Number(parts[1]) <= now) return false;
    const expected = proofOf(token, port, `${parts[1]}.${parts[2]}`);
    return timingSafeEqual(Buffer.from(parts[3]!), Buffer.from(expected));
  });
}

function proofOf(token: string, port: number, claim: string): string {
  return createHmac('sha256', token).update(`viewer ${port} ${claim}`).digest('base64url');
}
