/**
 * PostgreSQL errors, worded with the setting and what to do. The server's own texts are left out, because they may
 * quote anything.
 */
import { HookloomError, type ErrorCode } from '@hookloom/core';

export interface ServerError {
  code: string;
  message: string;
}

interface Asked {
  setting: string;
  timeoutMs: number;
}

/** Also contains the code of the server, for errors that a rebuild fixes. */
export class ProjectionError extends HookloomError {
  readonly sqlState: string;
  constructor(sqlState: string, ...given: ConstructorParameters<typeof HookloomError>) {
    super(...given);
    this.sqlState = sqlState;
  }
}

type Words = [when: RegExp, code: ErrorCode, message: string, remediation: string];

export function projectionError(told: ServerError, { setting, timeoutMs }: Asked): ProjectionError {
  const named =
    told.code !== '' ? told.code : /timeout|timed out/i.test(told.message) ? '57014' : '';
  const words: Words[] = [
    [
      /^28/,
      'permission_denied',
      'The projection store refused the user or the password.',
      `Correct the user and the password in ${setting}.`,
    ],
    [
      /^3D000$/,
      'not_found',
      'The server of the projection store has no such database.',
      `Correct the name of the database in ${setting}, or create it with createdb.`,
    ],
    [
      /^42501$/,
      'permission_denied',
      'This user may not make or change the schema of the projection.',
      `Grant it: GRANT CREATE ON DATABASE … TO …, or use another user in ${setting}.`,
    ],
    [
      /^(ENOTFOUND|EAI_AGAIN)$/,
      'unavailable',
      'The server of the projection store cannot be found.',
      `Check the name of the server in ${setting} and the network.`,
    ],
    [
      /^(57014|55P03)$/,
      'unavailable',
      `The projection store did not answer within ${timeoutMs} ms.`,
      `Check the server in ${setting}.`,
    ],
    [
      /^(53|25006)/,
      'unavailable',
      'The projection store accepts no changes now: it is full, read-only or has no free connection.',
      `Tell who runs the server in ${setting}.`,
    ],
    [
      /^(ECONN|EHOST|ENET|ETIMEDOUT|EPIPE|ENOENT|08|57P)/,
      'unavailable',
      'The projection store cannot be reached.',
      `Start the server, or check the address in ${setting}.`,
    ],
  ];
  const [, code, message, remediation] = words.find(([when]) => when.test(named)) ?? [
    null,
    'unavailable' as const,
    `The projection store cannot be used${named === '' ? '' : ` (${named})`}.`,
    `Check the server in ${setting}.`,
  ];
  return new ProjectionError(named, code, message, remediation);
}
