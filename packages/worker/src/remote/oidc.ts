/** Verifies access tokens of an identity provider. Loaded only if one is configured. */
import { createRemoteJWKSet, errors, jwtVerify, type JWTPayload } from 'jose';
import { isSafeAddress, type OidcSettings } from './oidc-settings.ts';

/** The claims of a verified token. */
export type OidcVerdict =
  | { ok: true; subject: string; session: unknown; expiresAt: number }
  | { ok: false; why: 'invalid' | 'scope' | 'unreachable' };

export interface OidcOptions {
  /** The shortest time between two requests for the keys. Default: 30 s. */
  cooldownMs?: number | undefined;
}

/** Symmetric algorithms and `none` are never accepted, whatever a token or a key says. */
const ALGORITHMS = ['RS256', 'ES256'];
const TIMEOUT_MS = 5000;
const KEYS_MS = 10 * 60_000;
const COOLDOWN_MS = 30_000;
const TOLERANCE_S = 5;
/** Claims that only the identity token of a login has. */
const OF_IDENTITY = ['nonce', 'at_hash', 'c_hash'];

type Keys = ReturnType<typeof createRemoteJWKSet>;

export function createOidc(
  settings: OidcSettings,
  options: OidcOptions = {},
): (token: string) => Promise<OidcVerdict> {
  let keys: Promise<Keys> | null = null;

  async function findKeys(): Promise<Keys> {
    const url = settings.jwksUrl ?? (await discovered(settings.issuer));
    const { cooldownMs: cooldownDuration = COOLDOWN_MS } = options;
    // Fetches the keys again for an unknown one, so that the provider can rotate them.
    return createRemoteJWKSet(url, {
      timeoutDuration: TIMEOUT_MS,
      cacheMaxAge: KEYS_MS,
      cooldownDuration,
    });
  }

  return async (token) => {
    try {
      keys ??= findKeys();
      const known = await keys.catch((error: unknown) => {
        keys = null;
        throw error;
      });
      const { payload } = await jwtVerify(token, known, {
        algorithms: ALGORITHMS,
        issuer: settings.issuer,
        audience: settings.audience,
        clockTolerance: TOLERANCE_S,
        requiredClaims: ['exp', 'iat', 'sub'],
      });
      return judge(payload, settings);
    } catch (error) {
      return { ok: false, why: isAboutToken(error) ? 'invalid' : 'unreachable' };
    }
  };
}

function judge(payload: JWTPayload, settings: OidcSettings): OidcVerdict {
  const { iat = Infinity, exp = 0, sub = '' } = payload;
  const isFuture = iat > Date.now() / 1000 + TOLERANCE_S;
  if (isFuture || !/^[!-~]{1,255}$/.test(sub)) return { ok: false, why: 'invalid' };
  if (OF_IDENTITY.some((claim) => claim in payload)) return { ok: false, why: 'invalid' };
  if (!scopesOf(payload).includes(settings.requiredScope)) return { ok: false, why: 'scope' };
  const expiresAt = (exp + TOLERANCE_S) * 1000;
  return { ok: true, subject: `oidc:${sub}`, session: payload[settings.sessionClaim], expiresAt };
}

/** `scope` separated by spaces, or `scp` as some providers write it. */
function scopesOf({ scope, scp }: JWTPayload): string[] {
  return [scope, scp].flat().flatMap((each) => (typeof each === 'string' ? each.split(' ') : []));
}

async function discovered(issuer: string): Promise<URL> {
  const answer = await fetch(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, {
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const found = (await answer.json()) as Record<string, unknown>;
  const address = found['jwks_uri'];
  if (found['issuer'] !== issuer || typeof address !== 'string' || !isSafeAddress(address))
    throw new Error('The metadata of the issuer does not fit.');
  return new URL(address);
}

/** False if the provider could not be reached. */
function isAboutToken(error: unknown): boolean {
  if (error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid) return false;
  return error instanceof errors.JOSEError && error.code !== 'ERR_JOSE_GENERIC';
}
