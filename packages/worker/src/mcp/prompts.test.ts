import { describe, expect, it } from 'vitest';
import { projectedRuntime, workspace } from '../../test/fixture.ts';
import type { Caller } from '../operations/context.ts';
import { createDispatch } from './dispatch.ts';
import { listingOf } from './profile.ts';
import { getPrompt, PROMPTS } from './prompts.ts';
import { tools } from './tools/index.ts';

const caller: Caller = { channel: 'model', client: 'claude-code' };

async function prompts() {
  const { runtime, store } = await projectedRuntime();
  await store.append(
    workspace.session,
    ['We decided to use PostgreSQL 16 for the orders table.', 'Never deploy on Fridays.'].map(
      (content) => ({
        type: 'transcript.turn',
        actorId: 'user',
        payload: { role: 'user', content },
        origin: { channel: 'user' as const },
      }),
    ),
  );
  const listing = listingOf('core', tools);
  const dispatch = createDispatch({ runtime, tools, listing, adminToken: undefined });
  return async (name: string, args: Record<string, string> = {}) => {
    const { messages } = await getPrompt(name, args, (tool, with_) =>
      dispatch(tool, with_, caller),
    );
    expect(messages.map(({ role }) => role)).toEqual(['user']);
    return messages[0]!.content.text;
  };
}

describe('a prompt', () => {
  it('checkout adds what the memory knows about the question, with its verdict and citations', async () => {
    const text = await (await prompts())('checkout', { question: 'Which database do we use?' });
    expect(text).toMatch(/^Which database do we use\?\n/);
    expect(text).toContain('Answerability: answer_from_memory');
    expect(text).toMatch(/PostgreSQL 16 for the orders table\. \(eventloom:\/\//);
  });

  it('decisions lists all of them, or those about a topic', async () => {
    const ask = await prompts();
    const all = await ask('decisions');
    expect(all).toContain('PostgreSQL 16');
    expect(all).toContain('Never deploy on Fridays.');
    expect(await ask('decisions', { about: 'the orders table' })).toContain('PostgreSQL 16');
  });

  it('leaves a text of one word to the model, because Claude Code passes only the first word', async () => {
    const ask = await prompts();
    for (const [name, args] of [
      ['checkout', { question: '"Which' }],
      ['decisions', { about: 'the' }],
      ['remember', { statement: 'Invoices' }],
    ] as const) {
      const text = await ask(name, args);
      expect(text).toMatch(/^Take the whole text that I typed after the command\./);
      expect(text).toMatch(/memory_(?:checkout|remember)/);
    }
  });

  it('remember and handoff name the tool and keep your words', async () => {
    const ask = await prompts();
    const statement = 'Invoices are numbered per year.';
    expect(await ask('remember', { statement })).toMatch(
      /memory_remember[^]*\n\nInvoices are numbered per year\.$/,
    );
    expect(await ask('handoff')).toMatch(/handoff\.created/);
    expect(tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['memory_remember', 'memory_append', 'memory_checkout']),
    );
  });

  it.each([
    ['an unknown name', 'constructor', {}, /There is no prompt "constructor"/],
    ['a missing argument', 'checkout', { question: ' ' }, /needs the argument question/],
    ['an unknown argument', 'handoff', { topic: 'x' }, /has no argument "topic"/],
    ['a long argument', 'remember', { statement: 'x'.repeat(4001) }, /at most 4000/],
  ])('is refused with %s', async (_, name, args, message) => {
    const ask = await prompts();
    await expect(ask(name, args as Record<string, string>)).rejects.toMatchObject({
      code: -32602,
      message: expect.stringMatching(message),
    });
  });

  it('every one has a description for people', () => {
    for (const { title, description } of PROMPTS) expect(title && description).toMatch(/\w\.$/);
  });
});
