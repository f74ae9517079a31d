/** Against a small server in place of the user's endpoint. */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { resolveWorkspace } from '@hookloom/core/settings';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { coreListing } from '../mcp/tools/index.ts';
import { openRuntime } from '../compose.ts';
import { reEmbed } from '../operations/re-embed.ts';
import { configuredEmbedder } from './configured-embedder.ts';

const KEY = 'key-that-nobody-may-see';

interface Seen {
  url: string | undefined;
  authorization: string | undefined;
  body: { model: string; input: string[] };
}

let server: http.Server;
let base: string;
let dir: string;
let seen: Seen[];
/** Replies to the next requests instead of vectors. */
let trouble: ((response: http.ServerResponse) => void)[];
let always: ((response: http.ServerResponse) => void) | undefined;

beforeEach(async () => {
  seen = [];
  trouble = [];
  always = undefined;
  dir = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-endpoint-'));
  server = http.createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(parts).toString('utf8')) as Seen['body'];
      seen.push({ url: request.url, authorization: request.headers.authorization, body });
      const answer = trouble.shift() ?? always;
      if (answer !== undefined) return answer(response);
      const data = body.input.map((text, index) => ({ index, embedding: vectorOf(text) }));
      // Endpoints need not keep the order.
      response.end(JSON.stringify({ object: 'list', data: data.toReversed() }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  fs.rmSync(dir, { recursive: true, force: true });
});

/** A direction for each word, so that texts with common words are close. */
function vectorOf(text: string): number[] {
  const sum = Array.from({ length: 32 }, () => 0);
  for (const word of text.toLowerCase().match(/[a-z]+/g) ?? []) {
    const bytes = createHash('sha256')
      .update(SAME[word] ?? word)
      .digest();
    sum.forEach((value, d) => (sum[d] = value + bytes[d]! - 127.5));
  }
  return sum;
}
const SAME: Record<string, string> = { kids: 'children', animals: 'zoo' };

const env = (more: Record<string, string> = {}) => ({
  EMBEDDING_MODEL: 'm',
  EMBEDDING_BASE_URL: base,
  ...more,
});
const status = (code: number) => (response: http.ServerResponse) => {
  response.statusCode = code;
  response.end('your key-that-nobody-may-see is wrong for "a private text"');
};
const answers = (text: string) => (response: http.ServerResponse) => response.end(text);

async function failureOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => {
      throw new Error('was expected to fail');
    },
    (reason: unknown) => reason,
  );
  expect(error).toMatchObject({ code: 'unavailable' });
  return JSON.stringify(error, Object.getOwnPropertyNames(error));
}

describe('an endpoint', () => {
  it('gets the model, the texts and the key, and returns one vector per text in order', async () => {
    const embedder = (await configuredEmbedder(env({ EMBEDDING_API_KEY: KEY })))!;
    const [first, empty, second] = await embedder.embed(['a boat', ' ', 'a car']);
    expect(first).toEqual(Float32Array.from(vectorOf('a boat')));
    expect(second).toEqual(Float32Array.from(vectorOf('a car')));
    expect(empty).toBeNull();
    expect(seen).toEqual([
      {
        url: '/v1/embeddings',
        authorization: `Bearer ${KEY}`,
        body: { model: 'm', input: ['a boat', 'a car'], encoding_format: 'float' },
      },
    ]);
  });

  it('is retried when it is busy, a bounded number of times', async () => {
    const embedder = (await configuredEmbedder(env()))!;
    trouble = [status(503), status(429)];
    expect(await embedder.embed(['a boat'])).toHaveLength(1);
    expect(seen).toHaveLength(3);
    always = status(503);
    expect(await failureOf(embedder.embed(['a boat']))).toContain('status 503');
    expect(seen).toHaveLength(6);
  });

  it.each([
    ['refuses', status(401), 'status 401'],
    ['sends a page', answers('<html>'), 'something else than JSON'],
    ['sends too few vectors', answers('{"data":[]}'), 'one vector for each text'],
    ['sends words', answers('{"data":[{"embedding":["x"]}]}'), 'one vector for each text'],
    [
      'sends the caller elsewhere',
      (response: http.ServerResponse) => {
        response.statusCode = 302;
        response.setHeader('location', 'http://127.0.0.1:9/v1/embeddings');
        response.end();
      },
      'cannot be reached',
    ],
  ])('that %s fails with its reason, without the key or the text', async (_, answer, reason) => {
    const embedder = (await configuredEmbedder(env({ EMBEDDING_API_KEY: KEY })))!;
    always = answer;
    const told = await failureOf(embedder.embed(['a private text']));
    expect(told).toContain(reason);
    expect(told).not.toContain(KEY);
    expect(told).not.toContain('private');
  });

  it('that never answers times out', async () => {
    const embedder = (await configuredEmbedder(env({ EMBEDDING_TIMEOUT_MS: '50' })))!;
    always = () => {};
    expect(await failureOf(embedder.embed(['a boat']))).toContain('did not answer in time');
  });

  it('reads the key from a file that only the user can read', async () => {
    const file = path.join(dir, 'key');
    fs.writeFileSync(file, `${KEY}\n`, { mode: 0o600 });
    const settings = env({ EMBEDDING_API_KEY_FILE: file });
    await (await configuredEmbedder(settings))!.embed(['a boat']);
    expect(seen[0]!.authorization).toBe(`Bearer ${KEY}`);
    if (process.platform === 'win32') return;
    fs.chmodSync(file, 0o644);
    const told = await failureOf((await configuredEmbedder(settings))!.embed(['a boat']));
    expect(told).toContain('open to other users');
    expect(seen).toHaveLength(1);
  });

  it('on another machine gets nothing unless that is allowed', async () => {
    const embedder = await configuredEmbedder({
      EMBEDDING_MODEL: 'm',
      EMBEDDING_BASE_URL: 'https://embeddings.invalid/v1',
    });
    expect(await failureOf(embedder!.embed(['a boat']))).toContain('EMBEDDING_ALLOW_REMOTE');
  });
});

describe('a workspace with an endpoint', () => {
  const open = async (more: Record<string, string> = {}) => {
    const runtime = await openRuntime(resolveWorkspace({ cwd: dir, env: {} }), {
      env: env({ EMBEDDING_API_KEY: KEY, ...more }),
    });
    return runtime;
  };
  const turn = (content: string) => ({
    event_type: 'transcript.turn',
    actor: 'user',
    payload: { role: 'user', content },
  });

  it('re-embeds, answers by vectors, says so, and stores the key nowhere', async () => {
    const runtime = await open();
    await runtime.append(turn('The children went to the zoo'));
    await runtime.append(turn('The invoice is paid'));
    expect(await reEmbed(runtime.context)).toMatchObject({
      model: 'm',
      tags: ['m@32'],
      waiting: 0,
    });
    const [hit] = await runtime.verbatim({ query: 'kids animals' });
    expect(JSON.stringify(hit)).toContain('children');
    expect((await runtime.capabilities({}, coreListing)).vector_search).toMatchObject({
      enabled: true,
      model: 'm',
      tags: ['m@32'],
      waiting: 0,
    });
    await runtime.close();
    for (const name of fs.readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
      const file = path.join(dir, name);
      if (fs.statSync(file).isFile()) expect(fs.readFileSync(file, 'latin1')).not.toContain(KEY);
    }
  });

  it('still answers by words if the endpoint fails, and names the lane', async () => {
    always = status(500);
    const runtime = await open();
    await runtime.append({
      event_type: 'decision.made',
      actor: 'user',
      payload: { title: 'Pay the invoice by hand' },
    });
    const { current_facts, diagnostics, warnings, quality } = await runtime.checkout({
      query: 'pay the invoice by hand',
    });
    expect(JSON.stringify(current_facts)).toContain('invoice');
    expect(diagnostics['retrieval_degraded']).toEqual([
      { lane: 'vector', reason: expect.stringContaining('status 500') },
    ]);
    expect(warnings).toEqual([]);
    expect(quality.answerability).toBe('answer_from_memory');
    expect((await runtime.capabilities({}, coreListing)).vector_search).toMatchObject({
      enabled: false,
      reason: expect.stringContaining('status 500'),
    });
    await expect(reEmbed(runtime.context)).rejects.toMatchObject({ code: 'unavailable' });
    await runtime.close();
  });

  it('says that none is configured', async () => {
    const runtime = await openRuntime(resolveWorkspace({ cwd: dir, env: {} }), {
      env: { RETRIEVAL_FUZZY: 'off' },
    });
    await expect(reEmbed(runtime.context)).rejects.toMatchObject({ code: 'invalid_request' });
    expect((await runtime.capabilities({}, coreListing)).vector_search).toMatchObject({
      enabled: false,
    });
    await runtime.close();
  });
});
