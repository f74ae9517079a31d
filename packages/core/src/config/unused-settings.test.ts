import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ABSENT_FEATURES } from './absent-features.ts';
import { distance } from '../near-word.ts';
import { unusedSettings } from './unused-settings.ts';
import { INTERNAL_VARIABLES, settingsRead } from './settings.ts';

const OURS = /^(HOOKLOOM|ZAXY|EVENTLOOM|MCP|EMBEDDING|RERANKER|RETRIEVAL|QUERY|RETENTION)_/;
const names = (env: Record<string, string>): string[] =>
  unusedSettings(env).map(({ name }) => name);

/** Accepted and refused values for every variable that does not accept any text. */
const VALUES: Record<string, [taken: string[], refused: string[]]> = {
  MCP_TOOL_PROFILE: [['core', 'full'], ['all']],
  MCP_LIFECYCLE_CAPTURE_ENABLED: [['true', 'FALSE', '0', 'no', 'off'], ['never']],
  EVENTLOOM_STORE: [['embedded', 'postgres'], ['mysql']],
  PROJECTION_BACKEND: [['embedded', 'sqlite', 'postgres', 'neo4j'], ['redis']],
  RETRIEVAL_PROFILE: [['cognitive', 'LOCAL_FAST'], ['fast']],
  QUERY_SCORING_PROFILE: [['Precision'], ['exact']],
  RETENTION_POLICY: [['decay', 'none'], ['forever']],
  RETRIEVAL_FUZZY: [
    ['off', 'encoder'],
    ['on', 'static'],
  ],
  EMBEDDING_BASE_URL: [['http://127.0.0.1:11434/v1'], ['localhost:11434', 'ftp://h/']],
  EMBEDDING_ALLOW_REMOTE: [
    ['true', 'false'],
    ['1', 'yes', 'TRUE'],
  ],
  EMBEDDING_TIMEOUT_MS: [
    ['1', '120000'],
    ['0', '5s', '120001'],
  ],
  EMBEDDING_MODEL_DIR: [['/models/minilm', 'C:\\models'], ['models/minilm']],
  EMBEDDING_RUNTIME_DIR: [['/opt/onnx'], ['./onnx']],
  RERANKER_MODEL_DIR: [['/models/reranker', 'C:\\models'], ['models/reranker']],
  RERANKER_RUNTIME_DIR: [['/opt/onnx'], ['./onnx']],
  HOOKLOOM_NOTES_PROVIDER: [
    ['rules', 'gemini, anthropic'],
    ['openai', 'anthropic,,'],
  ],
  HOOKLOOM_NOTES_DAILY_TOKENS: [
    ['0', '50000'],
    ['-1', '50k'],
  ],
  HOOKLOOM_NOTES_DAILY_USD: [['0.5'], ['$1', '1e3']],
  HOOKLOOM_NOTES_ALLOW_REMOTE: [['true', 'false'], ['on']],
  HOOKLOOM_NOTES_TIMEOUT_MS: [['30000'], ['30s', '0']],
  HOOKLOOM_NOTES_ANTHROPIC_BASE_URL: [['https://gateway.example'], ['gateway.example']],
  HOOKLOOM_NOTES_OPENAI_BASE_URL: [['http://127.0.0.1:8080'], ['127.0.0.1:8080']],
  HOOKLOOM_NOTES_GEMINI_BASE_URL: [['https://gateway.example'], ['file:///x']],
  HOOKLOOM_NOTES_ANTHROPIC_PRICE: [['0.80/4.00'], ['0.80']],
  HOOKLOOM_NOTES_OPENAI_PRICE: [['1/2'], ['free']],
  HOOKLOOM_NOTES_GEMINI_PRICE: [['0/0'], ['1-2']],
  HOOKLOOM_NOTES_CLAUDE_PRICE: [['3/15'], ['3/']],
  HOOKLOOM_HOOK_DEADLINE_MS: [['150'], ['0', '150ms', '60001']],
  HOOKLOOM_WORKER_PORT: [
    ['0', '65535'],
    ['65536', 'auto'],
  ],
  CLAUDE_MEM_WORKER_PORT: [['37777'], ['80', 'auto']],
  HOOKLOOM_WORKER_IDLE_MINUTES: [
    ['0', '30'],
    ['never', '10081'],
  ],
  HOOKLOOM_WORKER_AUTOSTART: [
    ['true', 'false'],
    ['0', 'no'],
  ],
  HOOKLOOM_STATE_DIR: [['/var/lib/hookloom'], ['state']],
  HOOKLOOM_DEBUG: [['0', '1'], ['true']],
  MCP_REMOTE_SESSION_HEADER: [['x-zaxy-session-id'], ['x session']],
  HOOKLOOM_MCP_PUBLIC_URL: [['https://memory.example.com'], ['memory.example.com']],
  HOOKLOOM_MCP_MOUNT: [['/srv/memory'], ['memory']],
  HOOKLOOM_METRICS_ENABLED: [['true', 'false'], ['yes']],
  HOOKLOOM_TRACES_ENABLED: [['true', 'false'], ['1']],
  NEO4J_AUTO_START: [['true', 'false'], ['yes']],
  MCP_RATE_LIMIT_ENABLED: [['true', 'false'], ['no']],
  MCP_RATE_LIMIT_REQUESTS: [['120'], ['0', 'many']],
  MCP_RATE_LIMIT_WINDOW_SECONDS: [['60'], ['1m']],
  MCP_AUDIT_ENABLED: [['true', 'false'], ['1']],
  MCP_OIDC_ISSUER: [['https://issuer.example'], ['issuer.example']],
  MCP_OIDC_JWKS_URL: [['https://issuer.example/jwks'], ['jwks']],
  ZAXY_ENV: [['production', 'Development', 'dev', 'test'], ['prod']],
};

describe('the table of variables', () => {
  it('covers every documented variable, and accepts or reports every value', () => {
    for (const [name, { takes, test }] of settingsRead) {
      expect(unusedSettings({ [name]: '' })).toEqual([]);
      if (takes === 'any text') {
        expect([name, test('anything at all')]).toEqual([name, true]);
        continue;
      }
      const [taken, refused] = VALUES[name] ?? [[], []];
      expect([name, taken.length > 0 && refused.length > 0]).toEqual([name, true]);
      for (const value of taken) expect([name, names({ [name]: value })]).toEqual([name, []]);
      for (const value of refused) {
        const [found] = unusedSettings({ [name]: value });
        expect(found).toMatchObject({ name, problem: 'value' });
        expect(found!.message).toContain(takes);
      }
    }
  });

  it('contains every variable of ours that the sources read', () => {
    const known = new Set([...settingsRead.keys(), ...INTERNAL_VARIABLES]);
    const read = new Set<string>();
    for (const file of sourcesOf(path.resolve('packages')))
      for (const [, name] of fs
        .readFileSync(file, 'utf8')
        .matchAll(/(?:env\[|given\(|known\(env, )'([A-Z][A-Z_]+)'/g))
        if (OURS.test(name!) || ABSENT_FEATURES.some(({ names: absent }) => absent.test(name!)))
          read.add(name!);
    expect(read.size).toBeGreaterThan(15);
    expect([...read].filter((name) => !known.has(name))).toEqual([]);
  });
});

function sourcesOf(folder: string): string[] {
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(
      (entry) => entry.isFile() && entry.name.endsWith('.ts') && !/test|fixture/.test(entry.name),
    )
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => /\/src\//.test(file) && !file.includes('node_modules'));
}

describe('a misspelt variable', () => {
  it.each([
    ['HOOKLOOM_WORKER_PROT', 'HOOKLOOM_WORKER_PORT'],
    ['HOOKLOOM_NOTE_PROVIDER', 'HOOKLOOM_NOTES_PROVIDER'],
    ['HOOKLOOM_DOMAIN', 'ZAXY_DOMAIN'],
    ['ZAXY_WORKER_PORT', 'HOOKLOOM_WORKER_PORT'],
    ['ZAXY_DOMIAN', 'ZAXY_DOMAIN'],
    ['EVENTLOOM_PATHS', 'EVENTLOOM_PATH'],
    ['MCP_TOOL_PROFLE', 'MCP_TOOL_PROFILE'],
    ['EMBEDING_MODEL', undefined],
    ['EMBEDDING_MODLE', 'EMBEDDING_MODEL'],
    ['HOOKLOOM_NOTES_CLAUDE_BASE_URL', undefined],
  ])('%s is reported with the intended one', (name, meant) => {
    const [found] = unusedSettings({ [name]: 'x' });
    if (meant !== undefined) expect(found!.message).toContain(`did you mean ${meant}?`);
    else expect(found?.message ?? '').not.toContain('did you mean');
  });

  it('of ours is always reported; another program’s is not', () => {
    expect(names({ HOOKLOOM_COLOUR_OF_BIKESHED: 'x', ZAXY_UNHEARD_OF: 'x' })).toHaveLength(2);
    expect(names({ MCP_TIMEOUT: '1', MCP_TOOL_TIMEOUT: '1', PATH: '/bin', NODE_ENV: 'x' })).toEqual(
      [],
    );
    for (const name of INTERNAL_VARIABLES) expect(names({ [name]: 'x' })).toEqual([]);
  });
});

describe('a variable for a missing feature', () => {
  it.each([
    ['RERANKER_MODEL', 'x'],
    ['CLAUDE_MEM_CHROMA_ENABLED', 'true'],
  ])('%s is reported without its value', (name, value) => {
    const [found] = unusedSettings({ [name]: value });
    expect(found).toMatchObject({ name, problem: 'absent' });
    expect(found!.message).not.toContain(value);
  });

  it('is not reported if nothing that it needs is missing', () => {
    expect(names({ PROJECTION_BACKEND: 'embedded', ZAXY_ENV: 'development' })).toEqual([]);
  });
});

it('the edit distance counts a swap of neighbours as one', () => {
  expect(distance('PROT', 'PORT')).toBe(1);
  expect(distance('PORT', 'PORTS')).toBe(1);
  expect(distance('ABCD', 'WXYZ')).toBeGreaterThan(2);
});
