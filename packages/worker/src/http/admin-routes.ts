/** Routes for the owner only: settings, the worker's own log, stopping it, and admitting a browser. */
import { HookloomError } from '@hookloom/core/errors';
import { changeSettings, readSettings } from '../settings/settings.ts';
import { readJsonBody } from './body.ts';
import { createLoginCodes } from './login-codes.ts';
import { peerUser } from './peer-user.ts';
import type { Call, Reply, Route } from './server.ts';
import { makeCookie } from './viewer-cookie.ts';
import type { StopReason, WorkerState } from './worker-state.ts';

const LOG_LINES = { usual: 1000, most: 10_000 };

export function adminRoutes(state: WorkerState): Route[] {
  const { stateDir, env, log, token, now } = state;
  return [
    ...loginRoutes(token, now),
    own('GET', '/api/settings', async () => ({ json: readSettings(stateDir, env) })),
    own('POST', '/api/settings', async ({ request }) => {
      changeSettings(stateDir, (await readJsonBody(request)).value);
      return { json: { success: true, message: 'Settings updated successfully' } };
    }),
    own('GET', '/api/logs', async ({ query }) => {
      const lines = Number(query.get('lines') ?? LOG_LINES.usual);
      if (!Number.isInteger(lines) || lines < 1)
        throw new HookloomError('invalid_request', '`lines` is no count.', 'Send 1 to 10000.');
      const found = log.tail(Math.min(lines, LOG_LINES.most));
      return { json: { logs: found.join('\n'), path: log.file, exists: found.length > 0 } };
    }),
    own('POST', '/api/logs/clear', async () => {
      log.clear();
      return { json: { success: true, message: 'Log cleared' } };
    }),
    own('POST', '/api/admin/shutdown', async ({ query }) => {
      const reason = query.get('reason');
      stopWith(state, reason === 'restart' || reason === 'upgrade' ? reason : 'shutdown');
      return { json: { status: 'shutting_down' } };
    }),
    own('POST', '/api/admin/restart', async () => {
      if (!state.canRestart)
        throw new HookloomError(
          'conflict',
          'This worker runs in a terminal.',
          'Stop it there and start it again.',
        );
      stopWith(state, 'restart');
      return { json: { status: 'restarting' } };
    }),
  ];
}

/** Runs after the answer is sent. */
function stopWith({ stop, canRestart }: WorkerState, reason: StopReason): void {
  if (stop === undefined)
    throw new HookloomError('unavailable', 'It cannot be stopped from here.', 'Stop its process.');
  const wanted = reason === 'restart' && !canRestart ? 'shutdown' : reason;
  setTimeout(() => stop(wanted), 20);
}

function own(
  method: 'GET' | 'POST',
  path: string,
  answer: (call: Call) => Promise<Omit<Reply, 'status'>>,
): Route {
  return {
    method,
    path,
    access: 'private',
    handle: async (call) => ({ status: 200, ...(await answer(call)) }),
  };
}

function loginRoutes(token: string, now: () => number): Route[] {
  const codes = createLoginCodes(now);
  return [
    {
      method: 'POST',
      path: '/api/login/code',
      access: 'private',
      handle: async ({ by }) => {
        if (by !== 'token')
          throw new HookloomError(
            'permission_denied',
            'A page cannot let another one in.',
            'Run `hookloom viewer --open`.',
          );
        return { status: 200, json: { code: codes.make() } };
      },
    },
    {
      method: 'POST',
      path: '/api/login',
      access: 'open',
      handle: async ({ request }) => {
        // The code may be visible in the process list.
        const user = peerUser(request.socket);
        if (user !== undefined && user !== process.getuid?.())
          throw new HookloomError(
            'permission_denied',
            'Another user asks.',
            'Run `hookloom viewer --open` as that user.',
          );
        const { code } = (await readJsonBody(request)).value;
        if (typeof code !== 'string' || !codes.take(code))
          throw new HookloomError(
            'permission_denied',
            'The code was used, is older than a minute or was never given.',
            'Run `hookloom viewer --open` again.',
          );
        const cookie = makeCookie(token, request.socket.localPort ?? 0, now());
        return { status: 200, json: { status: 'ok' }, headers: { 'set-cookie': cookie } };
      },
    },
  ];
}
