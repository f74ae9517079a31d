/**
 * The table of error codes: every error that we throw is a `HookloomError` with a code of this table, and only this
 * table maps a code to an exit status, an HTTP status and a JSON-RPC code.
 */
export const ERROR_CODES = {
  invalid_request: {
    exit: 2,
    http: 400,
    rpc: -32602,
    meaning: 'The request is malformed or breaks a documented bound.',
  },
  unknown_tool: { exit: 2, http: 404, rpc: -32602, meaning: 'No tool has this name.' },
  permission_denied: {
    exit: 3,
    http: 403,
    rpc: -32003,
    meaning: 'The caller may not do this in this scope.',
  },
  not_found: {
    exit: 4,
    http: 404,
    rpc: -32004,
    meaning: 'The named session, event, ref or file does not exist.',
  },
  conflict: {
    exit: 5,
    http: 409,
    rpc: -32009,
    meaning: 'The state has changed: the head, entry or content differs from the expected one.',
  },
  corrupt: {
    exit: 6,
    http: 500,
    rpc: -32010,
    meaning: 'A log does not verify. The message names the first broken event and the reason.',
  },
  unavailable: {
    exit: 7,
    http: 503,
    rpc: -32011,
    meaning: 'A lock, disk or store was not available in time. Try again.',
  },
  rate_limited: {
    exit: 8,
    http: 429,
    rpc: -32012,
    meaning: 'Too many requests at once. Try again later.',
  },
  internal_error: {
    exit: 1,
    http: 500,
    rpc: -32603,
    meaning: 'A bug in Hookloom. Nothing was changed unless the message says so.',
  },
} as const;

export type ErrorCode = keyof typeof ERROR_CODES;

const BRAND = Symbol.for('hookloom.error');

/**
 * The only error class that leaves a package.
 *
 * @example
 * throw new HookloomError('not_found', 'Session demo has no log.', 'Run `hookloom memory status` to list sessions.');
 */
export class HookloomError extends Error {
  readonly code: ErrorCode;
  /** What to do next, in one sentence for a person. */
  readonly remediation: string;

  constructor(
    code: ErrorCode,
    message: string,
    remediation: string,
    options?: { cause?: unknown },
  ) {
    super(message, options);
    this.name = 'HookloomError';
    this.code = code;
    this.remediation = remediation;
    Object.defineProperty(this, BRAND, { value: true });
  }
}

interface Because {
  cause?: unknown;
}

// One function for each code that is thrown in many places: it takes the problem, then its remedy.
export function invalidRequest(message: string, remediation: string, because?: Because) {
  return new HookloomError('invalid_request', message, remediation, because);
}
export function permissionDenied(message: string, remediation: string, because?: Because) {
  return new HookloomError('permission_denied', message, remediation, because);
}
export function notFound(message: string, remediation: string, because?: Because) {
  return new HookloomError('not_found', message, remediation, because);
}
export function conflict(message: string, remediation: string, because?: Because) {
  return new HookloomError('conflict', message, remediation, because);
}
export function corrupt(message: string, remediation: string, because?: Because) {
  return new HookloomError('corrupt', message, remediation, because);
}
export function unavailable(message: string, remediation: string, because?: Because) {
  return new HookloomError('unavailable', message, remediation, because);
}

/** Recognises a `HookloomError` across bundles, where `instanceof` fails. */
export function isHookloomError(error: unknown): error is HookloomError {
  return typeof error === 'object' && error !== null && BRAND in error;
}

/** The wire shape of an error. */
export interface ErrorPayload {
  error: { code: ErrorCode; message: string; remediation: string };
}

/** Any thrown value as the documented payload; any error but a refused file becomes `internal_error`, without its stack. */
export function toErrorPayload(error: unknown): ErrorPayload {
  if (isHookloomError(error))
    return { error: { code: error.code, message: error.message, remediation: error.remediation } };
  const message = error instanceof Error ? error.message : String(error);
  const { code, path } = Object(error) as NodeJS.ErrnoException;
  if (code === 'EACCES' && path !== undefined)
    return toErrorPayload(
      permissionDenied(`No permission to use ${path}.`, 'Check its owner and permissions.'),
    );
  return {
    error: {
      code: 'internal_error',
      message,
      remediation: 'Run `hookloom verify` and report the message if it happens again.',
    },
  };
}
