/**
 * Which settings are accepted, and what they mean together. After a change that you intend, `npx vitest run packages/core/test/saved --update` saves the new forms: read the difference.
 */
import { expect, test } from 'vitest';
import { rerankSettings, vectorSettings } from '../../src/config/embedding.ts';
import { homeOf, stateDirPath } from '../../src/config/home.ts';
import { noteSettings } from '../../src/config/notes.ts';
import { environmentVariables } from '../../src/config/settings.ts';
import { unusedSettings } from '../../src/config/unused-settings.ts';
import { resolveWorkspace } from '../../src/config/workspace.ts';
import { ERROR_CODES, HookloomError, isHookloomError, toErrorPayload } from '../../src/errors.ts';
import { eventIdFrom, isSessionId } from '../../src/ids.ts';
import {
  isSharedSession,
  parseCitation,
  renderCitation,
  sharedEventId,
  slug,
} from '../../src/session-names.ts';

const lines = (values: readonly unknown[]): string =>
  values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))).join('\n');

const tried = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return toErrorPayload(error);
  }
};

const VALUES =
  '|0|1|2|4|-1|1.5|99|1000|1024|65535|65536|1000000|999999999|9999999999|true|false|TRUE|yes|on|off|none|embedded|postgres|neo4j|core|full|encoder|production|PRODUCTION|session|prompt|rules|rules,gemini|gemini, none|/abs|C:\\abs|rel/path|http://localhost:1|https://a.example/v1|ftp://a|localhost|0.80/4.00|0.8|x-header|x header|DEBUG|info|automatic|ask|claude-3|a b';

test('each setting accepts the saved values', async () => {
  const rows = environmentVariables.map(
    ({ name, takes, test: accepts, defaultValue, flag }) =>
      `${name} (${takes}; ${defaultValue}; ${flag ?? 'no flag'}) ${VALUES.split('|').filter(accepts).join(' ')}`,
  );
  await expect(lines(rows)).toMatchFileSnapshot('accepted-values.txt');
});

const MODELS: Record<string, string>[] = [
  {},
  { EMBEDDING_MODEL: 'bge', EMBEDDING_BASE_URL: 'http://127.0.0.1:1' },
  { EMBEDDING_MODEL: 'bge', EMBEDDING_BASE_URL: 'https://models.example' },
  {
    EMBEDDING_MODEL: 'bge',
    EMBEDDING_BASE_URL: 'https://models.example/',
    EMBEDDING_ALLOW_REMOTE: 'true',
    EMBEDDING_API_KEY: 'k',
  },
  {
    EMBEDDING_MODEL: 'bge',
    EMBEDDING_BASE_URL: 'http://models.example',
    EMBEDDING_ALLOW_REMOTE: 'true',
  },
  { EMBEDDING_MODEL: 'bge', EMBEDDING_BASE_URL: 'http://a:b@127.0.0.1' },
  { EMBEDDING_MODEL: 'bge', EMBEDDING_TIMEOUT_MS: 'many' },
  { EMBEDDING_MODEL_DIR: '/models/bge' },
  { EMBEDDING_MODEL_DIR: 'models' },
  { EMBEDDING_MODEL_DIR: '/models/bge', EMBEDDING_MODEL: 'bge' },
  { RETRIEVAL_FUZZY: 'off', EMBEDDING_MODEL: 'bge' },
  { RETRIEVAL_FUZZY: 'none' },
  { RERANKER_MODEL_DIR: '/models/rank' },
  { RERANKER_MODEL_DIR: 'rank' },
  { RERANKER_RUNTIME_DIR: '/run' },
  { HOOKLOOM_NOTES_PROVIDER: 'none' },
  { HOOKLOOM_NOTES_PROVIDER: 'anthropic,rules,gemini' },
  {
    HOOKLOOM_NOTES_PROVIDER: 'anthropic',
    HOOKLOOM_NOTES_ANTHROPIC_MODEL: 'm',
    HOOKLOOM_NOTES_ALLOW_REMOTE: 'true',
  },
  {
    HOOKLOOM_NOTES_PROVIDER: 'anthropic',
    HOOKLOOM_NOTES_ANTHROPIC_MODEL: 'm',
    HOOKLOOM_NOTES_ALLOW_REMOTE: 'true',
    HOOKLOOM_NOTES_ANTHROPIC_PRICE: '0.80/4.00',
    ANTHROPIC_API_KEY: 'k',
    HOOKLOOM_NOTES_DAILY_TOKENS: '100',
    HOOKLOOM_NOTES_DAILY_USD: '0.5',
  },
  {
    HOOKLOOM_NOTES_PROVIDER: 'gemini',
    HOOKLOOM_NOTES_GEMINI_MODEL: 'm',
    GOOGLE_API_KEY_FILE: '/k',
  },
  {
    HOOKLOOM_NOTES_PROVIDER: 'openai-compatible',
    HOOKLOOM_NOTES_OPENAI_MODEL: 'm',
    HOOKLOOM_NOTES_OPENAI_PRICE: 'cheap',
  },
  { HOOKLOOM_NOTES_PROVIDER: 'openai-compatible', HOOKLOOM_NOTES_OPENAI_MODEL: 'm m' },
  {
    HOOKLOOM_NOTES_PROVIDER: ' openai-compatible ,openai-compatible',
    HOOKLOOM_NOTES_OPENAI_MODEL: 'm',
    HOOKLOOM_NOTES_TIMEOUT_MS: '1',
    OPENAI_API_KEY: 'k',
  },
  {
    HOOKLOOM_NOTES_PROVIDER: 'openai-compatible',
    HOOKLOOM_NOTES_OPENAI_MODEL: 'm',
    HOOKLOOM_NOTES_TIMEOUT_MS: '5000',
    HOOKLOOM_NOTES_DAILY_USD: '-1',
    HOOKLOOM_NOTES_DAILY_TOKENS: 'x',
  },
  { HOOKLOOM_NOTES_PROVIDER: 'claude-agent-sdk' },
  { HOOKLOOM_NOTES_PROVIDER: 'claude-agent-sdk', HOOKLOOM_NOTES_ALLOW_REMOTE: 'true' },
  {
    EVENTLOM_PATH: 'a',
    ZAXY_DOMIAN: 'b',
    HOOKLOOM_X: 'c',
    PATH: '/bin',
    NO_COLOUR: '1',
    MCP_TOOL_PROFILE: 'all',
  },
];

test('settings of models together have the saved meaning', async () => {
  const rows = MODELS.flatMap((env) => [
    env,
    tried(() => vectorSettings(env)),
    tried(() => rerankSettings(env)),
    tried(() => noteSettings(env)),
    tried(() => unusedSettings(env)),
  ]);
  await expect(lines(rows)).toMatchFileSnapshot('settings-of-models.txt');
});

test('workspaces, sessions, citations and errors are named in the saved form', async () => {
  const rows: unknown[] = [];
  const folders = ['/home/dev/My Project', '/', '/none/a//b/', 'C:\\dev\\Shop', '/none/Ünïcode_1'];
  const requests = [
    {},
    { eventloomPath: '../logs/./x' },
    { eventloomPath: '/logs/' },
    { sessionId: 'billing' },
    { sessionId: 'a b' },
    { domain: 'My Domain!' },
    { env: { EVENTLOOM_PATH: 'logs', EVENTLOOM_THREAD: 't', ZAXY_DOMAIN: 'z' } },
    { env: { EVENTLOOM_PATH: '' }, domain: '' },
  ];
  for (const cwd of folders)
    for (const request of requests)
      rows.push(tried(() => resolveWorkspace({ cwd, env: {}, ...request })));
  for (const id of [
    'a',
    'a.',
    '..',
    '.',
    'con',
    'CON.x',
    'com1',
    'console',
    'a b',
    'a/b',
    'a'.repeat(129),
    '',
  ])
    rows.push([id.slice(0, 12), isSessionId(id)]);
  const hash = 'a'.repeat(64);
  rows.push(renderCitation('s', 2, hash), renderCitation('s', 2, `sha256:${hash}`));
  for (const text of [
    `eventloom://s/events/2#${hash}`,
    `eventloom://s/events/2#${'a'.repeat(12)}`,
    'eventloom://s/events/0#aaaaaaaaaaaa',
    `eventloom://s/events/2#${'a'.repeat(13)}`,
    'eventloom:///events/2#aaaaaaaaaaaa',
    `x eventloom://s/events/2#${hash}`,
  ])
    rows.push(tried(() => parseCitation(text)));
  for (const name of [
    `share-${'a'.repeat(16)}-${'b'.repeat(8)}`,
    `team-${'a'.repeat(16)}-${'b'.repeat(8)}`,
    'share-a-b',
    `xshare-${'a'.repeat(16)}-${'b'.repeat(8)}`,
  ])
    rows.push([name, isSharedSession(name)]);
  for (const text of ['My Project', '---', 'a__b', 'Ünï', ' x ', 'a'.repeat(200), ''])
    rows.push(slug(text));
  rows.push(sharedEventId(hash), eventIdFrom(1, 'b'.repeat(24)));
  for (const code of Object.keys(ERROR_CODES) as (keyof typeof ERROR_CODES)[]) {
    const error = new HookloomError(code, 'It failed.', 'Try again.', { cause: 'x' });
    rows.push([ERROR_CODES[code], toErrorPayload(error), isHookloomError(error), error.name]);
  }
  rows.push(toErrorPayload(new TypeError('odd')), toErrorPayload('text'), isHookloomError(null));
  for (const env of [
    {},
    { HOME: '/h' },
    { HOME: '/h', XDG_STATE_HOME: '/x' },
    { HOME: '/h', XDG_STATE_HOME: 'x' },
    { HOME: '/h', HOOKLOOM_STATE_DIR: '/s' },
    { USERPROFILE: '/u', HOOKLOOM_STATE_DIR: 's' },
  ])
    rows.push([homeOf(env), 'HOME' in env || 'USERPROFILE' in env ? stateDirPath(env) : null]);
  await expect(lines(rows)).toMatchFileSnapshot('names-and-errors.txt');
});
