import { describe, expect, test } from 'vitest';
import { checkout } from './checkout.ts';
import { fakeMemory, fakeStore, fixedClock, hashOf, sourceFrom } from './fixtures/fake-memory.ts';
import { termsIn, weighQuestion } from '../question/question.ts';
import {
  ask,
  cite,
  contents,
  event,
  facts,
  session,
  store1,
  store2,
  turn,
} from './asked.fixture.ts';

describe('the quality of a checkout', () => {
  test('asks the user if the distinctive part of the question is not in memory', async () => {
    const { quality, diagnostics } = await ask('Which Kubernetes cluster holds the log?', {
      facts: facts(store1, store2),
    });
    expect(quality).toEqual({
      answerability: 'ask_user',
      confidence: 0,
      reasons: [
        'No current fact in memory answers this question.',
        'Not in memory: kubernetes, cluster, holds.',
      ],
      required_action: {
        type: 'ask_user',
        reason: 'The memory contains no answer; ask for the missing context.',
      },
    });
    expect(diagnostics['recall']).toMatchObject({ status: 'not_found' });
  });

  test.each([
    ['user: The export is done', 'answer_from_memory'],
    ['user: is the export done', 'ask_user'],
    ['user: check whether the export is done', 'ask_user'],
  ])('asked whether the export is done, "%s" leads to %s', async (said, answerability) => {
    const sources = [sourceFrom(session, { ...turn, text: said })];
    const { quality } = await ask('Is the export done?', { sources });
    expect(quality.answerability).toBe(answerability);
  });

  test('recommends a refresh if the question is about someone whose turns were found', async () => {
    const said = event(1, 'turn-1', 'Maria: I sold the old van.', {
      type: 'transcript.turn',
      kind: 'transcript_turn',
      actor: 'Maria',
      channel: 'user',
    });
    const { quality } = await ask('Would Maria insure, repaint or rent out the old van?', {
      facts: facts(said),
    });
    expect(quality.answerability).toBe('refresh_recommended');
    expect(quality.reasons).toContain(
      'The memory has rows from this person; none says that it answers the question.',
    );
    const other = await ask('Would Jon insure, repaint or rent out the old van?', {
      facts: facts(said),
    });
    expect(other.quality.answerability).toBe('ask_user');
  });

  test('asks for a refresh and names what is missing if only a part is covered', async () => {
    const { quality } = await ask('Which compression does the JSONL log use?', {
      facts: facts(store1),
    });
    expect(quality.answerability).toBe('refresh_recommended');
    expect(quality.required_action).toMatchObject({
      tool: 'memory_checkout',
      missing_terms: ['compression'],
      suggested_queries: [{ slot: 'exact', query: 'compression' }],
    });
  });

  test('does not answer "how many" without a number', async () => {
    const { quality } = await ask('How many JSONL log events?', {
      facts: facts(event(1, 'JSONL log events', 'JSONL log events are sealed.')),
    });
    expect(quality.answerability).toBe('refresh_recommended');
    expect(quality.required_action).toMatchObject({ missing_slots: ['numeric'] });
  });

  test('does not answer from contradicting facts', async () => {
    const a = event(1, 'Set the hook deadline to 150 ms', 'Set the hook deadline to 150 ms.');
    const b = event(2, 'Set the hook deadline to 300 ms', 'Set the hook deadline to 300 ms.');
    const { quality, warnings, diagnostics } = await ask('What is the hook deadline?', {
      facts: facts(a, b),
    });
    expect(quality.answerability).toBe('refresh_recommended');
    expect(quality.reasons).toContain('Current facts disagree with each other.');
    expect(warnings).toHaveLength(1);
    expect(diagnostics['conflicts']).toMatchObject([{ citations: [cite(2), cite(1)] }]);
  });

  test('numbers that name different things do not contradict each other', async () => {
    const rules = ['Rule number 1 holds for invoices', 'Rule number 2 holds for invoices'];
    const rows = rules.map((rule, at) => event(at + 1, rule, `${rule}.`));
    const { warnings, diagnostics } = await ask('Which rule holds for invoices?', {
      facts: facts(...rows),
    });
    expect(warnings).toEqual([]);
    expect(diagnostics['conflicts'] ?? []).toEqual([]);
  });

  test('does not rise with many irrelevant facts', async () => {
    const many = Array.from({ length: 20 }, (_, i) =>
      event(i + 1, `Topic ${i}`, `Topic ${i} concerns the log.`),
    );
    const { quality } = await ask('Who owns the log encryption keys?', { facts: facts(...many) });
    expect(quality.answerability).toBe('ask_user');
  });

  test('recognises a question about the current state of the work', async () => {
    const goal = event(8, 'Ship it', 'Goal: Ship the first release.', {
      type: 'goal.created',
      kind: 'goal',
    });
    const { quality, current_facts } = await ask(
      'current task, project direction, and recent decisions',
      {
        facts: facts(goal, { ...store1, text: 'Decision: Use JSONL for the log.' }),
      },
    );
    expect(contents(current_facts).sort()).toEqual([
      'Decision: Use JSONL for the log.',
      'Goal: Ship the first release.',
    ]);
    expect(quality.answerability).toBe('answer_from_memory');
  });

  test('does not take another word with the same stem for a name in capitals', () => {
    const stems = [{ term: 'up', documentFrequency: 3 }];
    const asked = weighQuestion('How wide are UPS labels?', stems, 1000);
    expect([...termsIn(asked, 'UPS labels are 100 mm wide')]).toEqual([0]);
    expect([...termsIn(asked, 'ups wants smaller labels')]).toEqual([0]);
    expect([...termsIn(asked, 'run pnpm migrate up first')]).toEqual([]);
  });

  test('does not take a question about one thing in common words for one about the state of the work', () => {
    const isAboutState = (query: string, ...terms: string[]) =>
      weighQuestion(
        query,
        terms.map((term) => ({ term, documentFrequency: 9 })),
        1000,
      ).aboutState;
    expect(isAboutState('What is the allowed size?', 'allow', 'size')).toBe(false);
    expect(isAboutState('Which printer is it?', 'printer')).toBe(false);
    expect(isAboutState('What changed?', 'chang')).toBe(true);
    expect(isAboutState('What is the next step?', 'next', 'step')).toBe(true);
  });

  test('does not take a question about a person for one about the state of the work', () => {
    const terms = [{ term: 'call', documentFrequency: 90 }];
    const isAboutState = (query: string) => weighQuestion(query, terms, 1000).aboutState;
    expect(isAboutState('Who is on call this week?')).toBe(false);
    expect(isAboutState('What is the current call?')).toBe(true);
  });

  test('warns if the memory is behind the log', async () => {
    const memory = fakeMemory(session, { facts: facts(store1) });
    const behind = {
      ...memory,
      stats: async (of: string) => ({
        ...(await memory.stats(of)),
        cursor: { seq: 40, hash: hashOf(session, 40), position: '' },
      }),
    };
    const { quality, warnings } = await checkout(
      { memory: behind, store: fakeStore(session, 60), clock: fixedClock },
      { query: 'JSONL log', session },
    );
    expect(warnings).toEqual([
      'The memory is 20 events behind the log; newer events are not in it.',
    ]);
    expect(quality.answerability).toBe('refresh_recommended');
  });
});
