/** The role of a printed or installed server in missions. */
import { invalidRequest } from '@hookloom/core';
import { choice } from '../../command/options.ts';

export const roleOption = {
  role: choice(
    '--role <name>',
    'in missions: what the server may do; a worker needs --session-id',
    ['coordinator', 'worker'],
  ),
};

/** The arguments after `serve`. Throws `invalid_request` for a worker without its own session. */
export function roleWords({
  role,
  sessionId,
}: {
  role?: 'coordinator' | 'worker' | undefined;
  sessionId?: string | undefined;
}): string[] {
  if (role === undefined) return [];
  if (role === 'coordinator') return ['--role', role];
  if (sessionId !== undefined) return ['--role', role, '--session-id', sessionId];
  throw invalidRequest(
    'A worker needs a separate session.',
    'Add --session-id with the id of the worker, such as worker-a.',
  );
}
