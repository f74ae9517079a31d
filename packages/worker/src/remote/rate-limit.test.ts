import { afterEach, describe, expect, it } from 'vitest';
import { runtimeOf } from '../../test/fixture.ts';
import { answeringOf, as, remoteOf, TOKEN, type Remote } from '../../test/remote.ts';
import { createRateLimiter } from './rate-limit.ts';

it('each caller has a bucket that empties and refills at a constant rate', () => {
  let clock = 0;
  const limiter = createRateLimiter({ requests: 2, windowSeconds: 10 }, () => clock);
  expect([limiter.take('a'), limiter.take('a'), limiter.take('a')]).toEqual([0, 0, 5]);
  expect(limiter.take('b')).toBe(0);
  clock = 4999;
  expect(limiter.take('a')).toBe(1);
  clock = 5000;
  expect(limiter.take('a')).toBe(0);
  clock = 1_000_000;
  expect([limiter.take('a'), limiter.take('a'), limiter.take('a')]).toEqual([0, 0, 5]);
});

it('remembers a limited number of callers', () => {
  const limiter = createRateLimiter({ requests: 2, windowSeconds: 10 }, () => 0);
  for (let at = 0; at < 10_500; at++) limiter.take(`caller-${at}`);
  expect(limiter.size()).toBeLessThanOrEqual(10_000);
});

describe('a server under load', () => {
  let remote: Remote;
  afterEach(() => remote.close());

  it('says how long to wait, and accepts a valid token while it refuses wrong ones', async () => {
    const env = {
      MCP_REMOTE_AUTH_TOKEN: TOKEN,
      MCP_RATE_LIMIT_ENABLED: 'true',
      MCP_RATE_LIMIT_REQUESTS: '3',
      MCP_RATE_LIMIT_WINDOW_SECONDS: '60',
    };
    remote = await remoteOf(answeringOf((await runtimeOf()).runtime), env, { now: () => 0 });
    const statuses = async (headers: object) => {
      const found = [];
      for (let at = 0; at < 4; at++)
        found.push((await remote.modern('tools/list', {}, { ...headers })).status);
      return found;
    };
    expect(await statuses(as('alice', 'wrong-token-0123456789'))).toEqual([401, 401, 401, 429]);
    expect(await statuses(as('alice'))).toEqual([200, 200, 200, 429]);
    // Another session of the shared token is the same caller.
    const limited = await remote.modern('tools/list', {}, as('bob'));
    expect([limited.status, limited.headers['retry-after']]).toEqual([429, '20']);
    expect(limited.json.error.data.code).toBe('rate_limited');
  });
});
