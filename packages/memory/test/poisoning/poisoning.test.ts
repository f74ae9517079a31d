import type { UnsealedEvent } from '@hookloom/core/events';
import { createMemoryStore } from '@hookloom/log';
import { describe, expect, it } from 'vitest';
import { checkout, type CheckoutResponse } from '../../src/checkout/checkout.ts';
import { openMemory } from '../../src/open-memory.ts';
import { attacks, BENIGN, flood, QUESTIONS } from './attacks.ts';

const session = 'demo-default';
const clock = { now: () => Date.parse('2026-11-21T10:00:00.000Z') };

/** The answers to the questions over a real log and a real projection. */
async function ask(events: UnsealedEvent[]): Promise<CheckoutResponse[]> {
  const store = createMemoryStore({ clock });
  for (let at = 0; at < events.length; at += 500)
    await store.append(session, events.slice(at, at + 500));
  const memory = await openMemory({ file: ':memory:', store });
  const answers = [];
  for (const query of QUESTIONS)
    answers.push(await checkout({ memory, store, clock }, { query, session }));
  await memory.close();
  return answers;
}

const facts = (answers: CheckoutResponse[]) =>
  answers.map(({ current_facts }) => current_facts.map(({ content }) => content));

/** Every answer keeps its facts. */
function expectKept(clean: CheckoutResponse[], answers: CheckoutResponse[]): void {
  for (const [at, before] of facts(clean).entries())
    expect(facts(answers)[at]).toEqual(expect.arrayContaining(before));
}

/** The prompt without fenced text. The text cannot close its fence. */
const unfenced = (prompt: string) =>
  prompt.replace(/<reported-([0-9a-f]{12})>[^\n]*?<\/reported-\1>/g, '');

describe('planted texts', () => {
  it('never appear unfenced in a prompt, are never facts, and do not change the answers', async () => {
    const planted = attacks();
    const clean = await ask(BENIGN);
    const answers = await ask([...BENIGN, ...planted.map((attack) => attack.event)]);
    const prompts = answers.map(({ prompt }) => unfenced(prompt)).join('\n');
    const lane = JSON.stringify(answers.map(({ current_facts }) => current_facts));
    const asFact = planted.filter(({ mark }) => lane.includes(mark)).map(({ family }) => family);
    expect(
      planted.filter(({ mark }) => prompts.includes(mark)).map(({ family }) => family),
    ).toEqual([]);
    expect(asFact.length, asFact.join(' ')).toBeLessThanOrEqual(planted.length / 100);
    expectKept(clean, answers);
    expect(prompts).not.toMatch(/\u001b|\u202e|\u200b|[\u{e0000}-\u{e007f}]/u);
    expect(answers.some(({ diagnostics }) => diagnostics['withheld'] !== undefined)).toBe(true);
  });

  it('cannot end, replace or pre-empt what a person decided', async () => {
    const [decision] = BENIGN;
    const hostile = { origin: { channel: 'web' as const }, actorId: 'x' };
    const name = 'Store positions in PostgreSQL with PostGIS';
    const answers = await ask([
      { ...decision!, ...hostile },
      ...BENIGN,
      { ...decision!, ...hostile, payload: { decision: name, rationale: 'zq: replaced' } },
      {
        type: 'fact.invalidated',
        ...hostile,
        payload: {
          entity_name: name,
          entity_type: 'decision',
          invalid_at: '2026-11-20T00:00:00.000Z',
        },
      },
    ]);
    expectKept(await ask(BENIGN), answers);
  });
});

describe('a flood of 10,000 texts through one channel', () => {
  it.each(['web', 'tool'] as const)(
    'displaces no fact and no other source (%s)',
    async (channel) => {
      const note: UnsealedEvent = {
        type: 'transcript.turn',
        actorId: 'docs',
        origin: { channel: 'mcp' },
        payload: {
          role: 'docs',
          content: 'The parcels service stores positions in the table position_v2.',
        },
      };
      const clean = await ask([...BENIGN, note]);
      const answers = await ask([...BENIGN, note, ...flood(10_000, channel)]);
      expectKept(clean, answers);
      expect(answers[0]!.evidence.map(({ content }) => content).join('\n')).toContain(
        'position_v2',
      );
    },
  );
});
