import { describe, expect, it } from 'vitest';
import { rerankSettings, vectorSettings } from './embedding.ts';

describe('the embedding settings', () => {
  it('use the packaged encoder by default, and no encoder on request', () => {
    expect(vectorSettings({})).toEqual({ source: 'encoder' });
    expect(vectorSettings({ RETRIEVAL_FUZZY: 'off' })).toEqual({ source: 'none' });
    expect(vectorSettings({ RETRIEVAL_FUZZY: 'static' })).toMatchObject({ source: 'refused' });
  });

  it('use a named model on this machine by default', () => {
    expect(vectorSettings({ EMBEDDING_MODEL: 'm', RETRIEVAL_FUZZY: 'encoder' })).toEqual({
      source: 'endpoint',
      endpoint: {
        baseUrl: 'http://127.0.0.1:11434/v1',
        model: 'm',
        apiKey: undefined,
        apiKeyFile: undefined,
        timeoutMs: 10_000,
      },
    });
    for (const host of ['localhost:1234', '[::1]:1234', '127.0.0.2'])
      expect(
        vectorSettings({ EMBEDDING_MODEL: 'm', EMBEDDING_BASE_URL: `http://${host}/v1/` }),
      ).toMatchObject({ source: 'endpoint', endpoint: { baseUrl: `http://${host}/v1` } });
  });

  it.each([
    ['https://api.example.com/v1', undefined],
    ['http://api.example.com/v1', 'true'],
    ['http://localhost.example.com', undefined],
    ['http://127.0.0.1.example.com', undefined],
    ['http://0.0.0.0:1234', undefined],
    ['ftp://127.0.0.1', 'true'],
    ['http://user:secret-word@127.0.0.1', 'true'],
    ['http://127.0.0.1/?key=secret-word', 'true'],
    ['not an address', 'true'],
  ])('refuse %s with EMBEDDING_ALLOW_REMOTE=%s and do not repeat it', (url, allow) => {
    const settings = vectorSettings({
      EMBEDDING_MODEL: 'm',
      EMBEDDING_BASE_URL: url,
      EMBEDDING_ALLOW_REMOTE: allow,
    });
    expect(settings).toMatchObject({ source: 'refused' });
    expect(JSON.stringify(settings)).not.toContain(url);
    expect(JSON.stringify(settings)).not.toContain('secret-word');
  });

  it('send text to another machine only when that is allowed, and encrypted', () => {
    expect(
      vectorSettings({
        EMBEDDING_MODEL: 'm',
        EMBEDDING_BASE_URL: 'https://api.example.com/v1',
        EMBEDDING_ALLOW_REMOTE: 'true',
      }),
    ).toMatchObject({ source: 'endpoint', endpoint: { baseUrl: 'https://api.example.com/v1' } });
  });

  it('use a model from a folder, and only one model', () => {
    expect(
      vectorSettings({ EMBEDDING_MODEL_DIR: '/models/mini', RETRIEVAL_FUZZY: 'encoder' }),
    ).toEqual({
      source: 'local',
      local: { dir: '/models/mini', runtimeDir: undefined },
    });
    expect(
      vectorSettings({ EMBEDDING_MODEL_DIR: '/models/mini', EMBEDDING_RUNTIME_DIR: '/opt/ort' }),
    ).toEqual({ source: 'local', local: { dir: '/models/mini', runtimeDir: '/opt/ort' } });
  });

  it.each([
    { EMBEDDING_MODEL_DIR: 'models/mini' },
    { EMBEDDING_MODEL_DIR: '/models/mini', EMBEDDING_MODEL: 'm' },
    { EMBEDDING_MODEL_DIR: '/models/mini', EMBEDDING_RUNTIME_DIR: 'node_modules' },
    { EMBEDDING_RUNTIME_DIR: '/opt/ort' },
    { RETRIEVAL_FUZZY: 'yes' },
    { EMBEDDING_BASE_URL: 'http://127.0.0.1:1' },
    { EMBEDDING_MODEL: 'm', EMBEDDING_TIMEOUT_MS: '0' },
    { EMBEDDING_MODEL: 'm', EMBEDDING_TIMEOUT_MS: 'soon' },
    { EMBEDDING_MODEL: 'a\nb' },
  ])('refuse settings without a meaning: %o', (env) => {
    expect(vectorSettings(env)).toMatchObject({ source: 'refused' });
  });
});

describe('the settings of the reranker', () => {
  it('use none by default, and accept only absolute folders', () => {
    expect(rerankSettings({})).toEqual({ source: 'none' });
    expect(rerankSettings({ RERANKER_MODEL_DIR: '/models/reranker' })).toEqual({
      source: 'local',
      local: { dir: '/models/reranker', runtimeDir: undefined },
    });
    for (const env of [
      { RERANKER_MODEL_DIR: 'models' },
      { RERANKER_MODEL_DIR: '/models', RERANKER_RUNTIME_DIR: 'here' },
      { RERANKER_RUNTIME_DIR: '/onnx' },
    ])
      expect(rerankSettings(env)).toMatchObject({
        source: 'refused',
        reason: expect.stringContaining('RERANKER_') as string,
      });
  });
});
