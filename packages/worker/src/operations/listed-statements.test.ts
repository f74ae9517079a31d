import { describe, expect, it } from 'vitest';
import { projectedRuntime, workspace } from '../../test/fixture.ts';
import type { Caller } from './context.ts';
import { remember } from './remember.ts';

const agent: Caller = { channel: 'model' };
const DATABASE = 'We decided to use PostgreSQL 16 for the orders table.';
const FRIDAYS = 'Never deploy on Fridays.';
const MONGO = 'We rejected MongoDB because of missing transactions.';
const TESTS = 'Always write tests before fixing a bug.';
const OWNER = 'We still need to decide who owns the billing service.';

async function told(said: readonly string[] = [DATABASE, FRIDAYS, MONGO, TESTS, OWNER]) {
  const { runtime, store } = await projectedRuntime();
  await store.append(
    workspace.session,
    [...said, 'Thanks, that looks fine.'].map((content) => ({
      type: 'transcript.turn',
      actorId: 'user',
      payload: { role: 'user', content },
      origin: { channel: 'user' as const },
    })),
  );
  return async (query: string) => {
    const { quality, current_facts } = await runtime.checkout({ query }, agent);
    const rows = current_facts as { content: string }[];
    const texts = rows.map(({ content }) => said.find((text) => content.includes(text)) ?? content);
    return { answer: quality.answerability, reasons: quality.reasons, texts };
  };
}

describe('a question for every statement of a kind', () => {
  it.each([
    ['What was decided?', [DATABASE, MONGO, TESTS, FRIDAYS]],
    ['What did we decide?', [DATABASE, MONGO, TESTS, FRIDAYS]],
    ['Which decisions and rules hold now?', [DATABASE, MONGO, TESTS, FRIDAYS]],
    ['What rules do we have?', [TESTS, FRIDAYS]],
    ['List all rules', [TESTS, FRIDAYS]],
    ['What are we not allowed to do?', [TESTS, FRIDAYS]],
    ['What should I never do?', [FRIDAYS, TESTS]],
    ['What did we reject?', [MONGO]],
    ['What are the open questions?', [OWNER]],
    ['What was decided, and what is left to do?', [DATABASE, MONGO, TESTS, FRIDAYS, OWNER]],
    ['What is still open?', [OWNER]],
    ['Was haben wir entschieden?', [DATABASE, MONGO, TESTS, FRIDAYS]],
    ['Welche Regeln gelten?', [TESTS, FRIDAYS]],
  ])('%s lists them, and nothing else', async (question, texts) => {
    const ask = await told();
    expect(await ask(question)).toMatchObject({ answer: 'answer_from_memory', texts });
  });

  it('lists all of them, newest first, however many words they share with the question', async () => {
    const tools = ['Redis', 'NATS', 'Typst', 'Tantivy', 'Vitest', 'Caddy', 'Terraform', 'Sentry'];
    const said = tools.map((tool) => `We decided to use ${tool} from now on.`);
    const ask = await told(['The decision about what was decided is hard to read.', ...said]);
    expect((await ask('What was decided?')).texts.slice(0, 8)).toEqual(said.toReversed());
  });

  it('lists what holds for all work before a newer rule about one step', async () => {
    const step = 'The description must mention the folder too.';
    const ask = await told([FRIDAYS, step]);
    expect((await ask('What rules do we have?')).texts).toEqual([FRIDAYS, step]);
  });

  it('says that none is recorded instead of showing something else', async () => {
    const ask = await told([DATABASE]);
    const { answer, reasons, texts } = await ask('Which open questions do we have?');
    expect({ answer, texts }).toEqual({ answer: 'ask_user', texts: [] });
    expect(reasons).toContain('No open end is recorded.');
  });

  it.each(['What is left to do?', 'What did we reject?'])(
    'does not answer %s with a pinned fact',
    async (query) => {
      const { runtime } = await projectedRuntime();
      await remember(runtime.context, { text: 'The staging host is stag-3.' }, { channel: 'user' });
      const { quality } = await runtime.checkout({ query }, agent);
      expect(quality.answerability).not.toBe('answer_from_memory');
    },
  );

  it('is answered if it asks about the state of the work or about a permission', async () => {
    const ask = await told();
    expect((await ask('May I deploy on Friday?')).texts[0]).toBe(FRIDAYS);
    expect((await ask('May I deploy on Friday?')).answer).toBe('answer_from_memory');
    expect((await ask('Where were we?')).answer).not.toBe('ask_user');
  });

  it('marks a statement that only an assistant made as proposed', async () => {
    const { runtime, store } = await projectedRuntime();
    const said = (role: 'user' | 'assistant', content: string) => ({
      type: 'transcript.turn',
      actorId: role,
      payload: { role, content },
      origin: { channel: role === 'user' ? ('user' as const) : ('model' as const) },
    });
    await store.append(workspace.session, [
      said('user', DATABASE),
      said('assistant', 'The root cause was a missing lock file in the image.'),
    ]);
    const rowsFor = async (query: string) =>
      (await runtime.checkout({ query }, agent)).current_facts;
    expect(await rowsFor('What causes did we find?')).toMatchObject([{ trust: 'proposed' }]);
    expect((await rowsFor('What was decided?'))[0]).not.toHaveProperty('trust');
    const { prompt } = await runtime.checkout(
      { query: 'What causes did we find?', format: 'prompt' },
      agent,
    );
    expect(prompt).toMatch(/^c1 The root cause .* \[proposed\]$/m);
  });

  it('is narrowed by a topic to what is related to it', async () => {
    const ask = await told();
    expect((await ask('Which rules are there about deployments?')).texts[0]).toBe(FRIDAYS);
    expect((await ask('Which rules are there about invoices?')).answer).not.toBe(
      'answer_from_memory',
    );
  });
});
