/** Every route of the worker, with every kind of caller that must be refused. */
import fs from 'node:fs';
import type { OutgoingHttpHeaders } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ask, askRaw, temporaryHome, type Asked, type Home } from '../../test/living.ts';
import { routeFamilies } from '../reference/http-routes.ts';
import { startWorker, type RunningWorker } from '../up.ts';
import type { RouteAccess } from './access.ts';
import { placeOf } from './server.ts';
import { makeCookie } from './viewer-cookie.ts';

let home: Home;
let worker: RunningWorker;
let strict: RunningWorker;
let token: string;
beforeAll(async () => {
  home = temporaryHome();
  // With every route that a setting adds.
  const env = { ...home.options.env, HOOKLOOM_METRICS_ENABLED: 'true' };
  const options = { ...home.options, env, stop: () => {} };
  worker = await startWorker(options);
  strict = await startWorker({ ...options, requireToken: true });
  token = fs.readFileSync(worker.tokenFile, 'utf8').trim();
});
afterAll(async () => {
  await worker.close();
  await strict.close();
  home.remove();
});

const onLinux = process.platform === 'linux';
const bearer = (): OutgoingHttpHeaders => ({ authorization: `Bearer ${token}` });
const cookie = (secret = token, now = Date.now()): OutgoingHttpHeaders => ({
  cookie: makeCookie(secret, worker.port, now).split(';')[0]!,
});
const SAME = { 'sec-fetch-site': 'same-origin' };
const PAGE = { 'x-hookloom-page': '1' };

/** Calls every route with these headers. Returns the answers that admitted or refused the wrong caller. */
async function wrong(
  headers: OutgoingHttpHeaders,
  isIn: (access: RouteAccess, method: string) => boolean,
  on = worker,
): Promise<string[]> {
  const found = await Promise.all(
    on.routes.map(async (route) => {
      const [method, path] = placeOf(route);
      const { access } = route;
      const body = method === 'GET' ? undefined : '{}';
      const json = method === 'GET' ? {} : { 'content-type': 'application/json' };
      const asked = await ask(on.port, { method, path, headers: { ...json, ...headers } }, body);
      return isLetIn(asked) === isIn(access, method) ? [] : [`${method} ${path} ${asked.status}`];
    }),
  );
  return found.flat();
}

/** The messages of the access check. A route may also refuse for other reasons. */
const DOOR =
  /A token is needed|not the one of this installation|web pages are refused|names another machine|not logged in|Only the viewer may|sent as application\/json/;

const isLetIn = ({ status, text }: Asked): boolean =>
  !([400, 401, 403].includes(status) && DOOR.test(text));

it('there are routes of every kind', () => {
  const kinds = new Set(worker.routes.map(({ access }) => access));
  expect([worker.routes.length > 20, [...kinds].toSorted()]).toEqual([
    true,
    ['compatible', 'open', 'private'],
  ]);
});

it('the reference lists every route', () => {
  const written = Object.values(routeFamilies).flatMap((routes) =>
    routes.map(({ route }) => route),
  );
  expect(written.toSorted()).toEqual(worker.routes.map(({ route }) => route).toSorted());
});

it('without a token, a program of this user gets the documented routes, never settings, logs or shutdown', async () => {
  expect(
    await wrong({}, (access) => access === 'open' || (access === 'compatible' && onLinux)),
  ).toEqual([]);
});

it('with --require-token every caller needs the token', async () => {
  expect(await wrong({}, (access) => access === 'open', strict)).toEqual([]);
  expect(await wrong(bearer(), () => true, strict)).toEqual([]);
});

it.each(['Bearer guessed', 'Bearer ', 'Basic eDp5', `Token x`, ''])(
  'the authorization %j opens nothing, even for the same user',
  async (authorization) => {
    expect(await wrong({ authorization }, (access) => access === 'open')).toEqual([]);
  },
);

it('the token opens everything', async () => {
  expect(await wrong(bearer(), () => true)).toEqual([]);
});

it('a logged-in page opens everything, and changes only what it explicitly requests', async () => {
  expect(await wrong({ ...cookie(), ...SAME, ...PAGE }, () => true)).toEqual([]);
  expect(
    await wrong(
      { ...cookie(), ...SAME },
      (access, method) => access === 'open' || method === 'GET',
    ),
  ).toEqual([]);
});

it.each<[string, () => OutgoingHttpHeaders]>([
  ['without a cookie', () => ({})],
  ['with the cookie of another installation', () => cookie('x'.repeat(43))],
  ['with a cookie that has ended', () => cookie(token, Date.now() - 31 * 24 * 60 * 60 * 1000)],
  [
    'with a cookie of another port',
    () => ({
      cookie: makeCookie(token, 1, Date.now()).split(';')[0]!.replace('_1=', `_${worker.port}=`),
    }),
  ],
])('our page %s gets nothing', async (_what, headers) => {
  expect(await wrong({ ...SAME, ...PAGE, ...headers() }, (access) => access === 'open')).toEqual(
    [],
  );
});

it('a typed address shows the open pages only', async () => {
  expect(
    await wrong(
      { ...cookie(), 'sec-fetch-site': 'none' },
      (access, method) => access === 'open' && method === 'GET',
    ),
  ).toEqual([]);
});

it.each<[string, () => OutgoingHttpHeaders]>([
  ['another site', () => ({ origin: 'https://evil.example' })],
  ['another port of this machine', () => ({ origin: 'http://127.0.0.1:3000', ...SAME })],
  ['a file', () => ({ origin: 'null' })],
  ['a frame without an origin', () => ({ origin: 'null', ...SAME })],
  ['another protocol', () => ({ origin: `https://127.0.0.1:${worker.port}`, ...SAME })],
  ['another site, in the words of the browser', () => ({ 'sec-fetch-site': 'cross-site' })],
  ['another port, in the words of the browser', () => ({ 'sec-fetch-site': 'same-site' })],
  ['a picture', () => ({ 'sec-fetch-dest': 'image' })],
])('refuses a page of %s, with the token and with the cookie', async (_what, headers) => {
  expect(await wrong({ ...bearer(), ...headers() }, () => false)).toEqual([]);
  expect(await wrong({ ...cookie(), ...PAGE, ...headers() }, () => false)).toEqual([]);
});

it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', ''])(
  'refuses a body of the type %j before reading it',
  async (type) => {
    expect(
      await wrong({ ...bearer(), 'content-type': type }, (_access, method) => method === 'GET'),
    ).toEqual([]);
  },
);

const HOSTS = (port: number): string[] => [
  'evil.example',
  `evil.example:${port}`,
  'localhost',
  '127.0.0.1',
  '[::1]',
  'x',
  `localhost.:${port}`,
  `127.0.0.1.:${port}`,
  `127.0.0.1:${port + 1}`,
  `127.0.0.1:0${port}`,
  `127.1:${port}`,
  `2130706433:${port}`,
  `0x7f000001:${port}`,
  `0177.0.0.1:${port}`,
  `0.0.0.0:${port}`,
  `[::]:${port}`,
  `[::ffff:127.0.0.1]:${port}`,
  `::1:${port}`,
  `127.0.0.1.nip.io:${port}`,
  `localhost.evil.example:${port}`,
  `evil.localhost:${port}`,
  `127.0.0.1:${port}.evil.example`,
  `127.0.0.1:${port}@evil.example`,
  `x@127.0.0.1:${port}`,
  `127.0.0.1:${port}/`,
  `127.0.0.1:${port}#`,
  `127.0.0.1:${port},evil.example`,
  `127.0.0.2:${port}`,
  `[::1%25lo]:${port}`,
  `http://127.0.0.1:${port}`,
  `127.0.0.1:${port}:80`,
];

it('refuses thirty forms of a name rebound to this machine on every route', async () => {
  const hosts = HOSTS(worker.port);
  expect(hosts.length).toBeGreaterThanOrEqual(30);
  for (const host of hosts)
    expect([host, await wrong({ ...bearer(), host }, () => false)]).toEqual([host, []]);
});

it.each(['LOCALHOST', 'LocalHost', '127.0.0.1', '[::1]'])('%s is this machine', async (name) => {
  expect(await wrong({ ...bearer(), host: `${name}:${worker.port}` }, () => true)).toEqual([]);
});

it('refuses a missing Host, two of them, and an address instead of a path', async () => {
  const own = `Host: 127.0.0.1:${worker.port}\r\n`;
  const auth = `Authorization: Bearer ${token}\r\n`;
  for (const [, path] of worker.routes.map(placeOf)) {
    for (const head of [
      `GET ${path} HTTP/1.0\r\n${auth}\r\n`,
      `GET ${path} HTTP/1.1\r\nHost:\r\n${auth}\r\n`,
      `GET ${path} HTTP/1.1\r\n${own}${own}${auth}\r\n`,
      `GET ${path} HTTP/1.1\r\n${own}Host: evil.example\r\n${auth}\r\n`,
      `GET http://127.0.0.1:${worker.port}${path} HTTP/1.1\r\n${own}${auth}\r\n`,
      `GET http://evil.example${path} HTTP/1.1\r\n${own}${auth}\r\n`,
    ])
      expect([400, 403, 0], head).toContain(await askRaw(worker.port, head));
  }
});

it('no answer allows another origin, and a preflight is refused', async () => {
  const { status, headers } = await ask(worker.port, {
    method: 'OPTIONS',
    path: '/api/settings',
    headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
  });
  expect([
    status,
    Object.keys(headers).filter((name) => name.startsWith('access-control')),
  ]).toEqual([403, []]);
});

it('no answer of any route contains the token or a key', async () => {
  fs.writeFileSync(
    `${home.stateDir}/settings.json`,
    JSON.stringify({ CLAUDE_MEM_GEMINI_API_KEY: 'canary-key-of-gemini' }),
    { mode: 0o600 },
  );
  worker.log(`a line with ${token}`);
  const texts = await Promise.all(
    worker.routes.map(placeOf).map(async ([method, path]) => {
      const headers = {
        ...bearer(),
        ...(method !== 'GET' && { 'content-type': 'application/json' }),
      };
      const asked = await ask(
        worker.port,
        { method, path, headers },
        method === 'GET' ? undefined : '{}',
      );
      return `${JSON.stringify(asked.headers)}${asked.text}`;
    }),
  );
  expect(texts.join('\n')).toContain('CLAUDE_MEM_LOG_LEVEL":"INFO"');
  for (const secret of [token, 'canary-key-of-gemini'])
    expect(texts.join('\n')).not.toContain(secret);
});

it('a code admits one browser, once', async () => {
  const post = (path: string, body: object, headers: OutgoingHttpHeaders) =>
    ask(
      worker.port,
      { method: 'POST', path, headers: { 'content-type': 'application/json', ...headers } },
      JSON.stringify(body),
    );
  const { code } = JSON.parse((await post('/api/login/code', {}, bearer())).text) as {
    code: string;
  };
  const page = { ...SAME, origin: `http://127.0.0.1:${worker.port}` };
  expect((await post('/api/login', { code: `${code}x` }, page)).status).toBe(403);
  const first = await post('/api/login', { code }, page);
  const [given = ''] = first.headers['set-cookie'] ?? [];
  expect([first.status, given.endsWith('; HttpOnly; SameSite=Strict')]).toEqual([200, true]);
  expect((await post('/api/login', { code }, page)).status).toBe(403);
  const headers = { ...SAME, cookie: given.split(';')[0] };
  expect((await ask(worker.port, { path: '/api/settings', headers })).status).toBe(200);
});

it('a page cannot admit another one', async () => {
  const headers = { ...cookie(), ...SAME, ...PAGE, 'content-type': 'application/json' };
  const asked = await ask(worker.port, { method: 'POST', path: '/api/login/code', headers }, '{}');
  expect(asked.status).toBe(403);
  expect(asked.text).toContain('A page cannot create a login code.');
});
