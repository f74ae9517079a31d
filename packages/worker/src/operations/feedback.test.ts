import { describe, expect, it } from 'vitest';
import { eventsOf, projectedRuntime, runtimeOf } from '../../test/fixture.ts';
import { realRuntime } from '../../test/real-memory.ts';

const fact = { entity_name: 'Use JSONL', entity_type: 'decision' };

describe('feedback on a fact', () => {
  it('that was used reinforces it and confirms the cited event', async () => {
    const { runtime, store } = await runtimeOf();
    const { citation, hash } = await runtime.append({
      event_type: 'decision.made',
      actor: 'assistant',
      payload: { decision: 'Use JSONL' },
    });
    const answer = await runtime.feedback({ ...fact, feedback: 'used', citation, importance: 7 });
    expect(answer).toMatchObject({ seq: 2, event_type: 'memory.reinforced' });
    expect((await eventsOf(store)).slice(1).map(({ type, payload }) => [type, payload])).toEqual([
      ['memory.reinforced', { ...fact, feedback: 'used', citation, importance: 1, source: 'mcp' }],
      [
        'memory.reinforcement',
        {
          kind: 'confirmed',
          targets: [{ seq: 1, hash }],
          source: { feedback_id: expect.stringMatching(/^evt_/) },
          authority_status: 'non_authoritative',
        },
      ],
    ]);
  });

  it('needs no name if it cites the event', async () => {
    const { runtime, store } = await realRuntime();
    const payload = { decision: 'Use JSONL' };
    const decided = { event_type: 'decision.made', actor: 'assistant', payload };
    const { citation } = await runtime.append(decided);
    await runtime.feedback({ feedback: 'used', citation });
    const events = await eventsOf(store);
    expect(events.find(({ type }) => type === 'memory.reinforced')?.payload).toMatchObject({
      entity_name: 'Use JSONL',
      entity_type: 'decision',
      citation,
    });
    await expect(runtime.feedback({ feedback: 'used' })).rejects.toThrow('The fact is not named');
  });

  it('is recorded under its name if a checkout named it by its number', async () => {
    const { runtime, store } = await realRuntime();
    const { citation } = await runtime.append({
      event_type: 'decision.made',
      actor: 'assistant',
      payload: { decision: 'Use JSONL' },
    });
    const { guidance } = await runtime.checkout({ query: 'Do we use JSONL?' });
    const [payload] = guidance.feedback.payloads;
    expect(payload).toMatchObject({ entity_name: 'c1', citation });
    await runtime.feedback(payload as typeof fact & { feedback: 'used' });
    const told = (await eventsOf(store)).find(({ type }) => type === 'memory.reinforced');
    expect(told!.payload).toMatchObject({ ...fact, citation });
  });

  it('names its outcome in one of the known words, and a refusal lists them', async () => {
    const { runtime, store } = await projectedRuntime();
    const payload = { decision: 'Use JSONL' };
    await runtime.append({ event_type: 'decision.made', actor: 'assistant', payload });
    const used = { ...fact, feedback: 'used', purpose: 'coding' } as const;
    await runtime.feedback({ ...used, outcome: 'Changed answer' });
    expect((await eventsOf(store)).at(-1)!.payload).toMatchObject({ outcome: 'changed_answer' });
    await expect(runtime.feedback({ ...used, outcome: 'nonsense' })).rejects.toThrow(
      /changed_answer, .*supported_handoff, used, .*rejected/,
    );
  });

  it('that was irrelevant is kept for audit only', async () => {
    const { runtime, store } = await projectedRuntime();
    await runtime.append({
      event_type: 'decision.made',
      actor: 'assistant',
      payload: { decision: 'Use JSONL' },
    });
    expect(await runtime.feedback({ ...fact, feedback: 'irrelevant' })).toMatchObject({
      event_type: 'memory.feedback',
    });
    expect((await eventsOf(store)).map(({ type }) => type)).toEqual([
      'decision.made',
      'memory.feedback',
    ]);
  });

  it.each([
    [
      'a citation of an unknown event',
      { citation: 'eventloom://demo-default/events/9#0464261d6ec0' },
      'not_found',
    ],
    ['a name that the memory does not know', { entity_name: 'Use CSV' }, 'not_found'],
    ['an invalid citation', { citation: 'note 9' }, 'invalid_request'],
    ['another word', { feedback: 'nice' as never }, 'invalid_request'],
    ['an outcome in words of its own', { outcome: 'made my day' }, 'invalid_request'],
  ])('with %s is refused and nothing is written', async (_, wrong, code) => {
    const { runtime, store } = await projectedRuntime();
    await expect(runtime.feedback({ ...fact, feedback: 'used', ...wrong })).rejects.toMatchObject({
      code,
    });
    expect(await store.head('demo-default')).toBeNull();
  });
});
