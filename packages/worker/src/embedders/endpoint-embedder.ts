/** A user's model behind an OpenAI-compatible endpoint (Ollama, LM Studio, vLLM, a hosted one). */
import { HookloomError } from '@hookloom/core';
import type { Embedder } from '@hookloom/core/events';
import type { EndpointSettings } from '@hookloom/core/settings';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { boundedText } from '../bounded-text.ts';

/** Delays before retries. After the last one, the request has failed. */
const RETRY_AFTER_MS = [250, 1000];
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;
const MAX_DIMENSIONS = 8192;

const answerShape = z.object({
  data: z.array(
    z.object({
      index: z.int().min(0).optional(),
      embedding: z.array(z.number()).min(1).max(MAX_DIMENSIONS),
    }),
  ),
});

/** `key` is sent as a bearer token. No message contains it. */
export function createEndpointEmbedder(
  { baseUrl, model, timeoutMs }: EndpointSettings,
  key: string | undefined,
): Embedder {
  const { host } = new URL(baseUrl);
  const headers = {
    'content-type': 'application/json',
    ...(key !== undefined && { authorization: `Bearer ${key}` }),
  };

  async function request(texts: readonly string[], signal?: AbortSignal): Promise<unknown> {
    const limit = AbortSignal.timeout(timeoutMs);
    const response = await fetch(`${baseUrl}/embeddings`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ model, input: texts, encoding_format: 'float' }),
      // Never send the key and the texts to another host.
      redirect: 'error',
      signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw new Refusal(response.status);
    }
    const text = await boundedText(response, MAX_ANSWER_BYTES);
    if (text === null) throw new TooLong();
    return JSON.parse(text) as unknown;
  }

  async function withRetries(texts: readonly string[], signal?: AbortSignal): Promise<unknown> {
    const isStopped = (): boolean => signal?.aborted === true;
    for (let attempt = 0; ; attempt++) {
      try {
        return await request(texts, signal);
      } catch (error) {
        const wait = RETRY_AFTER_MS[attempt];
        const isLast = wait === undefined || isStopped() || !mayPass(error);
        if (isLast) throw unavailable(host, error);
        await pause(wait, undefined, { signal }).catch(() => {});
        if (isStopped()) throw unavailable(host, error);
      }
    }
  }

  return {
    model,
    async embed(texts, signal) {
      // Some models refuse an empty text.
      const asked = texts.filter((text) => text.trim() !== '');
      if (asked.length === 0) return texts.map(() => null);
      const vectors = vectorsOf(await withRetries(asked, signal), asked.length, host);
      let next = 0;
      return texts.map((text) => (text.trim() === '' ? null : vectors[next++]!));
    },
  };
}

class Refusal extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`status ${status}`);
    this.status = status;
  }
}

/** Whether a retry may help: too many requests, a server that is not ready, a lost connection. */
function mayPass(error: unknown): boolean {
  if (error instanceof Refusal) return error.status === 429 || error.status >= 500;
  return error instanceof TypeError;
}

function unavailable(host: string, error: unknown): HookloomError {
  return new HookloomError(
    'unavailable',
    `The embedding endpoint at ${host} ${reasonOf(error)}.`,
    'Check that it runs and serves the model of EMBEDDING_MODEL; until then the memory searches by words only.',
  );
}

/** Contains neither the texts nor the key nor the endpoint's message about them. */
function reasonOf(error: unknown): string {
  if (error instanceof Refusal) return `answered with status ${error.status}`;
  if (error instanceof SyntaxError) return 'answered with something else than JSON';
  if (error instanceof TooLong) return 'answered with more than fits';
  const name = error instanceof Error ? error.name : '';
  return name === 'TimeoutError' || name === 'AbortError'
    ? 'did not answer in time'
    : 'cannot be reached';
}

class TooLong extends Error {}

function vectorsOf(answer: unknown, count: number, host: string): Float32Array[] {
  const parsed = answerShape.safeParse(answer);
  const rows = parsed.success ? parsed.data.data : [];
  const inOrder = rows.toSorted((a, b) => (a.index ?? 0) - (b.index ?? 0));
  const dimensions = inOrder[0]?.embedding.length;
  if (inOrder.length !== count || inOrder.some(({ embedding }) => embedding.length !== dimensions))
    throw new HookloomError(
      'unavailable',
      `The embedding endpoint at ${host} did not return one vector for each text.`,
      'Check that EMBEDDING_BASE_URL is an OpenAI-compatible address that ends before /embeddings.',
    );
  return inOrder.map(({ embedding }) => Float32Array.from(embedding));
}
