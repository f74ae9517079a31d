/** The two documented checkout examples, built from rows that a memory could return. */
import { renderCitation } from '@hookloom/core';
import { describe, expect, test } from 'vitest';
import type { FactRow } from '../rows.ts';
import { checkout } from './checkout.ts';
import {
  factFrom,
  fakeMemory,
  fakeStore,
  fixedClock,
  hashOf,
  type PlainEvent,
} from './fixtures/fake-memory.ts';
import { leanCheckout } from './lean/lean-checkout.ts';
import fragments from './fixtures/seed-002.json' with { type: 'json' };

const session = 'zaxy-default';

function memoryOf(text: string, seq: number, over: Partial<FactRow> = {}) {
  const event: PlainEvent = {
    seq,
    type: 'decision.made',
    kind: 'decision',
    name: 'memory checkout',
    actor: 'assistant',
    channel: 'model',
    text,
  };
  return fakeMemory(session, { facts: [factFrom(session, event, over)] });
}

describe('the documented checkout', () => {
  test('answers with confidence 0.75 from one cited, relevant current fact', async () => {
    const answer = await checkout(
      {
        memory: memoryOf('Memory Checkout is the model-facing context contract.', 1882),
        store: fakeStore(session, 1882),
        clock: fixedClock,
      },
      { query: 'What is Memory Checkout?', session },
    );

    expect(answer).toMatchObject(fragments.answer);
    const citation = renderCitation(session, 1882, hashOf(session, 1882));
    expect(answer.current_facts[0]!.citation).toBe(citation);
    expect(answer.guidance.feedback.payloads[0]!['citation']).toBe(citation);
    expect(answer.quality).toEqual(fragments.answer.quality);
  });

  test('asks for a refresh with confidence 0.29 for an uncited fact with a warning', async () => {
    const answer = await checkout(
      {
        memory: memoryOf('Memory Checkout is current.', 7, { hash: '' }),
        store: fakeStore(session, 7),
        clock: fixedClock,
      },
      { query: 'Memory Checkout is current.', session },
    );

    expect(answer).toMatchObject(fragments.degraded);
    expect(answer.quality).toEqual(fragments.degraded.quality);
  });

  test('has the same meaning in the short form', async () => {
    const deps = {
      memory: memoryOf('Memory Checkout is the model-facing context contract.', 1882),
      store: fakeStore(session, 1882),
      clock: fixedClock,
    };
    const answer = await leanCheckout(deps, { query: 'What is Memory Checkout?', session });
    const citation = renderCitation(session, 1882, hashOf(session, 1882));
    const [fact] = fragments.answer.current_facts;
    expect(answer).toMatchObject({
      current_facts: [{ content: fact!.content, citation }],
      quality: fragments.answer.quality,
      guidance: {
        feedback: {
          tool: 'memory_feedback',
          payloads: [{ entity_type: 'decision', feedback: 'used', actor: 'assistant', citation }],
        },
      },
      diagnostics: { current_fact_count: 1, citation_count: 1, warning_count: 0 },
    });
  });

  test('has exactly the documented keys', async () => {
    const answer = await checkout(
      {
        memory: memoryOf('Memory Checkout is current.', 7),
        store: fakeStore(session, 7),
        clock: fixedClock,
      },
      { query: 'Memory Checkout', session },
    );
    expect(Object.keys(answer).sort()).toEqual(
      [
        'session_id',
        'query',
        'prompt',
        'working_set',
        'ref',
        'current_facts',
        'evidence',
        'provenance',
        'retention',
        'warnings',
        'guidance',
        'quality',
        'diagnostics',
        'context_counts',
        'replay_event_count',
        'compacted',
        'assembly_policy',
        'purpose',
        'token_efficiency',
      ].sort(),
    );
  });
});
