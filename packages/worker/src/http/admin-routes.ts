/** Routes for the owner only: settings, the worker's own log, stopping it, and admitting a browser. */
import { conflict, permissionDenied, unavailable } from '@hookloom/core';
import { z } from 'zod';
import { settingTable } from '../settings/setting-table.ts';
import { changeSettings, readSettings } from '../settings/settings.ts';
import { peerUser } from './peer-user.ts';
import { integer, text } from './parameters.ts';
import { defineRoute } from './route.ts';
import { makeCookie } from './viewer-cookie.ts';
import type { StopReason, WorkerState } from './worker-state.ts';
import { createHash, randomBytes } from 'node:crypto';

export function adminRoutes(state: WorkerState) {
  const { stateDir, env, log, token, now } = state;
  return [
    ...loginRoutes(token, now),
    defineRoute({
      route: 'GET /api/settings',
      access: 'private',
      does: 'Returns the settings, with secrets masked.',
      json: async () => readSettings(stateDir, env),
    }),
    defineRoute({
      route: 'GET /api/viewer/settings',
      access: 'private',
      does: 'Returns what each setting does.',
      json: async () =>
        Object.fromEntries(settingTable.map(({ name, meaning }) => [name, meaning] as const)),
    }),
    defineRoute({
      route: 'POST /api/settings',
      access: 'private',
      does: 'Validates and changes settings.',
      body: z.record(z.string(), z.json()),
      takes: 'settings by name',
      json: async ({ body }) => {
        changeSettings(stateDir, body);
        return { success: true, message: 'Settings updated successfully' };
      },
    }),
    defineRoute({
      route: 'GET /api/logs',
      access: 'private',
      does: 'Returns the last lines of the worker’s log.',
      query: { lines: integer({ byDefault: 1000, min: 1, max: 10_000, isCapped: true }) },
      json: async ({ query: { lines } }) => {
        const found = log.tail(lines);
        return { logs: found.join('\n'), path: log.file, exists: found.length > 0 };
      },
    }),
    defineRoute({
      route: 'POST /api/logs/clear',
      access: 'private',
      does: 'Clears the worker’s log.',
      json: async () => {
        log.clear();
        return { success: true, message: 'Log cleared' };
      },
    }),
    defineRoute({
      route: 'POST /api/admin/shutdown',
      access: 'private',
      does: 'Stops the worker after its current work.',
      query: { reason: text() },
      json: async ({ query: { reason } }) => {
        stopWith(state, reason === 'restart' || reason === 'upgrade' ? reason : 'shutdown');
        return { status: 'shutting_down' };
      },
    }),
    defineRoute({
      route: 'POST /api/admin/restart',
      access: 'private',
      does: 'Restarts the worker after its current work.',
      json: async () => {
        if (!state.canRestart)
          throw conflict('This worker runs in a terminal.', 'Stop it there and start it again.');
        stopWith(state, 'restart');
        return { status: 'restarting' };
      },
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

function loginRoutes(token: string, now: () => number) {
  const codes = createLoginCodes(now);
  return [
    defineRoute({
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
    }),
    defineRoute({
      route: 'POST /api/login',
      access: 'open',
      does: 'Exchanges the code for a cookie.',
      body: z.looseObject({ code: z.string() }),
      reply: async ({ request, body: { code } }) => {
        // The code may be visible in the process list.
        const user = peerUser(request.socket);
        if (user !== undefined && user !== process.getuid?.())
          throw permissionDenied(
            'This request comes from another user.',
            'Run `hookloom viewer --open` as that user.',
          );
        if (!codes.take(code))
          throw permissionDenied(
            'The code was used, has expired or is unknown.',
            'Run `hookloom viewer --open` again.',
          );
        const cookie = makeCookie(token, request.socket.localPort ?? 0, now());
        return { status: 200, json: { status: 'ok' }, headers: { 'set-cookie': cookie } };
      },
    }),
  ];
}

const LIFE_MS = 60_000;
const MOST = 16;

export function createLoginCodes(now: () => number) {
  /** Maps the digest of each code to its expiry, oldest first. */
  const open = new Map<string, number>();
  return {
    make() {
      const code = randomBytes(24).toString('base64url');
      open.set(digest(code), now() + LIFE_MS);
      while (open.size > MOST) open.delete(open.keys().next().value!);
      return code;
    },
    /** True once, within a minute. */
    take(code: string) {
      const key = digest(code);
      const until = open.get(key);
      open.delete(key);
      return until !== undefined && now() < until;
    },
  };
}

function digest(code: string): string {
  return createHash('sha256').update(code).digest('base64url');
}
