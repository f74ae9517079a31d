import { describe, expect, it } from 'vitest';
import { eventsOf, runtimeOf } from '../../test/fixture.ts';
import { feelingOfKnowing, feelingOfKnowingReport, queryHash } from './feeling-of-knowing.ts';
import { recallSettings } from './checkout.ts';

const caller = { channel: 'model' } as const;

describe('the feeling of knowing', () => {
  it('reads the memory once, and records its guess without the question', async () => {
    const { runtime, store, memory } = await runtimeOf();
    await runtime.append({ event_type: 'decision.made', actor: 'user', payload: { title: 'w' } });
    let looked = 0;
    memory.knowing = () => {
      looked++;
      return Promise.resolve({ words: new Set(['jsonl']), marked: [] });
    };
    const ask = (query: string) => feelingOfKnowing(runtime.context, { query }, caller);
    expect((await ask('JSONL?')).verdict).toBe('likely');
    expect((await ask('kubernetes')).verdict).toBe('unlikely');
    expect(looked).toBe(1);
    await runtime.context.later.flush();
    const [, first] = await eventsOf(store);
    expect(first).toMatchObject({
      type: 'metacognition.fok.predicted',
      payload: {
        query_hash: queryHash(' jsonl? '),
        verdict: 'likely',
        score: 0.6,
        authority_status: 'non_authoritative',
      },
    });
  });

  it('knows what was appended since it read the memory, without reading it again', async () => {
    const { runtime, memory } = await runtimeOf();
    await runtime.append({ event_type: 'decision.made', actor: 'user', payload: { title: 'w' } });
    const ask = async (query: string) =>
      (await feelingOfKnowing(runtime.context, { query }, caller)).verdict;
    expect(await ask('kubernetes')).toBe('unlikely');
    memory.knowing = () => Promise.reject(new Error('read again'));
    const payload = { decision: 'Use Kubernetes' };
    await runtime.append({ event_type: 'decision.made', actor: 'user', payload });
    expect(await ask('kubernetes')).toBe('likely');
    const content = 'We always deploy with Helm.';
    const turn = {
      event_type: 'transcript.turn',
      actor: 'user',
      payload: { role: 'user', content },
    };
    await runtime.append(turn);
    expect(await ask('helm')).toBe('likely');
  });

  it('reads the memory again after a fact became invalid', async () => {
    const { runtime, memory } = await runtimeOf();
    const left = [new Set(['kubernetes']), new Set(['machines'])];
    memory.knowing = () => Promise.resolve({ words: left.shift()!, marked: [] });
    const ask = async (query: string) =>
      (await feelingOfKnowing(runtime.context, { query }, caller)).verdict;
    expect(await ask('kubernetes')).toBe('likely');
    const payload = { decision: 'Use plain machines', supersedes: 'Use Kubernetes' };
    await runtime.append({ event_type: 'decision.made', actor: 'user', payload });
    expect(await ask('kubernetes')).toBe('unlikely');
  });

  it('refuses an undocumented cue', async () => {
    const { runtime } = await runtimeOf();
    const cues = { mood: 'good' } as never;
    await expect(
      feelingOfKnowing(runtime.context, { query: 'x', cues }, caller),
    ).rejects.toMatchObject({ code: 'invalid_request' });
  });

  it('is compared with the next checkout of the same question', async () => {
    const { runtime } = await runtimeOf();
    await runtime.append({ event_type: 'decision.made', actor: 'user', payload: { title: 'w' } });
    await feelingOfKnowing(runtime.context, { query: 'Which relay?' }, caller);
    await runtime.checkout({ query: 'which  relay?' }, caller);
    await runtime.checkout({ query: 'which relay?' }, caller);
    expect(await feelingOfKnowingReport(runtime.context, {})).toMatchObject({
      status: 'insufficient_data',
      prediction_count: 1,
      pair_count: 1,
      brier_score: 0,
    });
  });
});

describe('the environment', () => {
  it.each([
    [{}, {}],
    [
      { QUERY_SCORING_PROFILE: 'Precision', RETENTION_POLICY: 'decay' },
      { scoring: 'precision', retention: 'decay' },
    ],
    [{ RETRIEVAL_PROFILE: 'local_fast' }, { salience: false }],
    [{ RETRIEVAL_PROFILE: 'cognitive' }, { salience: true }],
  ])('%j sets how a workspace recalls', (env, settings) => {
    expect(recallSettings(env)).toEqual(settings);
  });

  it('with an unknown word is an error, not a silent default', () => {
    expect(() => recallSettings({ RETENTION_POLICY: 'forever' })).toThrow(/RETENTION_POLICY/);
  });
});
