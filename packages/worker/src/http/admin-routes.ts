/** Routes for the owner only: settings, the worker's own log, stopping it, and admitting a browser. */
import { conflict, invalidRequest, permissionDenied, unavailable } from '@hookloom/core';
import { changeSettings, readSettings } from '../settings/settings.ts';
import { readJsonBody } from './body.ts';
import { createLoginCodes } from './login-codes.ts';
import { peerUser } from './peer-user.ts';
import type { Call, Route } from './server.ts';
import { makeCookie } from './viewer-cookie.ts';
import type { StopReason, WorkerState } from './worker-state.ts';

const LOG_LINES = { usual: 1000, most: 10_000 };

export function adminRoutes(state: WorkerState): Route[] {
  const { stateDir, env, log, token, now } = state;
  return [
    ...loginRoutes(token, now),
    own('GET /api/settings', 'Returns the settings, with secrets masked.', async () =>
      readSettings(stateDir, env),
    ),
    own('POST /api/settings', 'Validates and changes settings.', async ({ request }) => {
      changeSettings(stateDir, (await readJsonBody(request)).value);
      return { success: true, message: 'Settings updated successfully' };
    }),
    {
      ...own('GET /api/logs', 'Returns the last lines of the worker’s log.', async ({ query }) => {
        const lines = Number(query.get('lines') ?? LOG_LINES.usual);
        if (!Number.isInteger(lines) || lines < 1)
          throw invalidRequest('`lines` is not a valid number.', 'Send 1 to 10000.');
        const found = log.tail(Math.min(lines, LOG_LINES.most));
        return { logs: found.join('\n'), path: log.file, exists: found.length > 0 };
      }),
      takes: '`lines` (1,000)',
    },
    own('POST /api/logs/clear', 'Clears the worker’s log.', async () => {
      log.clear();
      return { success: true, message: 'Log cleared' };
    }),
    {
      ...own(
        'POST /api/admin/shutdown',
        'Stops the worker after its current work.',
        async ({ query }) => {
          const reason = query.get('reason');
          stopWith(state, reason === 'restart' || reason === 'upgrade' ? reason : 'shutdown');
          return { status: 'shutting_down' };
        },
      ),
      takes: '`reason`',
    },
    own('POST /api/admin/restart', 'Restarts the worker after its current work.', async () => {
      if (!state.canRestart)
        throw conflict('This worker runs in a terminal.', 'Stop it there and start it again.');
      stopWith(state, 'restart');
      return { status: 'restarting' };
    }),
  ];
}

/** Runs after the answer is sent. */
function stopWith({ stop, canRestart }: WorkerState, reason: StopReason): void {
  if (stop === undefined)
    throw unavailable('This worker cannot be stopped over HTTP.', 'Stop its process.');
  const wanted = reason === 'restart' && !canRestart ? 'shutdown' : reason;
  setTimeout(() => stop(wanted), 20);
}

function own(route: Route['route'], does: string, json: (call: Call) => Promise<unknown>): Route {
  return { route, access: 'private', does, json };
}

function loginRoutes(token: string, now: () => number): Route[] {
  const codes = createLoginCodes(now);
  return [
    {
      route: 'POST /api/login/code',
      access: 'private',
      does: 'Creates a one-time login code for a browser.',
      json: async ({ by }) => {
        if (by !== 'token')
          throw permissionDenied(
            'A page cannot create a login code.',
            'Run `hookloom viewer --open`.',
          );
        return { code: codes.make() };
      },
    },
    {
      route: 'POST /api/login',
      access: 'open',
      does: 'Exchanges the code for a cookie.',
      takes: '`code`',
      reply: async ({ request }) => {
        // The code may be visible in the process list.
        const user = peerUser(request.socket);
        if (user !== undefined && user !== process.getuid?.())
          throw permissionDenied(
            'This request comes from another user.',
            'Run `hookloom viewer --open` as that user.',
          );
        const { code } = (await readJsonBody(request)).value;
        if (typeof code !== 'string' || !codes.take(code))
          throw permissionDenied(
            'The code was used, has expired or is unknown.',
            'Run `hookloom viewer --open` again.',
          );
        const cookie = makeCookie(token, request.socket.localPort ?? 0, now());
        return { status: 200, json: { status: 'ok' }, headers: { 'set-cookie': cookie } };
      },
    },
  ];
}
