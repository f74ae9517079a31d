/**
 * PostgreSQL errors, worded with the setting and what to do. The server's own texts are left out, because they may
 * quote anything.
 */
import { HookloomError, isHookloomError, permissionDenied, type ErrorCode } from '@hookloom/core';

/** Raised by our own functions in the store. */
export const REFUSED = 'HL001';

interface Said {
  code: ErrorCode;
  message: string;
  remediation: string;
}

export function storeError(error: unknown, setting: string, timeoutMs: number): HookloomError {
  if (isHookloomError(error)) return error;
  const { code, message, routine } = error as Record<'code' | 'message' | 'routine', unknown>;
  const isUnknown = String(message).includes('does not exist');
  if (code === '28000' && routine === 'InitializeSessionUserId' && !isUnknown) return accessEnded();
  const text = typeof message === 'string' ? message : '';
  const isCut =
    /^(Connection terminated( unexpectedly)?|Client .* not queryable.*|Client was closed.*)$/.test(
      text,
    );
  const known = typeof code === 'string' ? code : isCut ? 'ECONNRESET' : '';
  const said = saidOf(known, text, setting, timeoutMs);
  return new HookloomError(said.code, said.message, said.remediation);
}

/** The password was right, but the login may not connect: it was revoked. */
export function accessEnded(): HookloomError {
  return permissionDenied(
    'Your access to the team store has ended. What you recorded stays on this machine.',
    'Ask an admin of the team for a new invitation, or run `hookloom sync --disable` to leave the team.',
  );
}

function saidOf(code: string, text: string, setting: string, timeoutMs: number): Said {
  if (code === REFUSED)
    return {
      code: 'corrupt',
      message: `The team store refused events: ${text}.`,
      remediation: 'Run `hookloom verify`.',
    };
  const found = KNOWN.find(({ when }) => when.test(code));
  if (found !== undefined) {
    const [kind, message, remediation] = found.say(setting);
    return { code: kind, message, remediation };
  }
  if (/timeout|timed out/i.test(text))
    return {
      code: 'unavailable',
      message: `The team store did not answer within ${timeoutMs} ms.`,
      remediation: `Check the server and the address in ${setting}; nothing is lost. Try again later.`,
    };
  if (/SSL|TLS|certificate/i.test(`${code} ${text}`))
    return {
      code: 'unavailable',
      message: 'The team store and this machine cannot agree on an encrypted connection.',
      remediation: `Check sslmode and the certificate in ${setting}, and that the server offers TLS.`,
    };
  return {
    code: 'unavailable',
    message: `The team store cannot be used${code === '' ? '' : ` (${code})`}.`,
    remediation: `Check the server and the address in ${setting}; nothing is lost. Try again later.`,
  };
}

type Words = [ErrorCode, string, string];

const KNOWN: readonly { when: RegExp; say(setting: string): Words }[] = [
  {
    when: /^28/,
    say: (setting) => [
      'permission_denied',
      'The team store refused the user or the password.',
      `Correct the user and the password in ${setting}, or ask an admin of the team for a new invitation.`,
    ],
  },
  {
    when: /^3D000$/,
    say: (setting) => [
      'not_found',
      'The server has no such database.',
      `Correct the name of the database in ${setting}, or create it with createdb.`,
    ],
  },
  {
    when: /^42501$/,
    say: (setting) => [
      'permission_denied',
      'This user may not do this in the team store.',
      `Ask an admin of the team for another role, or use another user in ${setting}.`,
    ],
  },
  {
    when: /^(3F000|42P01|42883)$/,
    say: () => [
      'not_found',
      'This database is not a team store yet, or not a whole one.',
      'An admin sets it up with `hookloom team init`.',
    ],
  },
  {
    when: /^(ENOTFOUND|EAI_AGAIN)$/,
    say: (setting) => [
      'unavailable',
      'The server of the team store cannot be found.',
      `Check the name of the server in ${setting} and the network.`,
    ],
  },
  {
    when: /^(ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EPIPE|ENOENT|08|57P)/,
    say: (setting) => [
      'unavailable',
      'The team store cannot be reached.',
      `Start the server, or check the address in ${setting}; nothing is lost. Try again later.`,
    ],
  },
  {
    when: /^(57014|55P03)$/,
    say: (setting) => [
      'unavailable',
      'The team store did not answer in time.',
      `Try again later; if it stays slow, check the server in ${setting}.`,
    ],
  },
  {
    when: /^(53|25006)/,
    say: (setting) => [
      'unavailable',
      'The team store accepts no changes now: it is full, read-only or has no free connection.',
      `Tell who runs the server in ${setting}; nothing is lost. Try again later.`,
    ],
  },
];
