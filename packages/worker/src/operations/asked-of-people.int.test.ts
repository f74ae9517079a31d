/** A question for a rule or a decision ranks what people said first. */
import { byOperation, type Channel } from '@hookloom/core/events';
import type { JsonObject } from '@hookloom/core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { realRuntime } from '../../test/real-memory.ts';

let open: Awaited<ReturnType<typeof realRuntime>>;
beforeEach(async () => {
  open = await realRuntime();
  await append('transcript.turn', 'user', {
    role: 'user',
    content: 'Please keep env files away from the agent.',
  });
  for (let at = 0; at < 12; at++)
    await append('command.completed', 'tool', {
      command: `cat rules for env files ${at}`,
      exit_code: 0,
      stdout: 'which rules hold for env files',
    });
  await append('transcript.turn', 'model', {
    role: 'assistant',
    content: 'Perfect! Now let me test the rules that hold for env files:',
  });
});
afterEach(() => open.runtime.close());

async function append(type: string, channel: Channel, payload: JsonObject): Promise<void> {
  const origin = { channel, session_id: 'c-1' };
  const event = byOperation({
    type,
    actorId: typeof payload['role'] === 'string' ? payload['role'] : 'tool',
    payload,
    origin,
  });
  await open.store.append(open.runtime.workspace.session, [event]);
}

it.each(['Which rules hold for env files?', 'What did we decide about env files?'])(
  '"%s" ranks a person’s words before commands',
  async (query) => {
    const rows = await open.runtime.query({ query, limit: 5 });
    const contents = Array.isArray(rows) ? rows.map(({ content }) => content) : [];
    expect(contents[0]).toContain('Please keep env files away');
    const { current_facts } = await open.runtime.checkout({ query });
    expect(current_facts[0]?.content).toContain('keep env files away');
    expect(current_facts.map(({ content }) => content).join('\n')).not.toContain('let me test');
  },
);

it('another question keeps the order of the scores', async () => {
  const rows = await open.runtime.query({ query: 'output of cat for env files 7', limit: 5 });
  expect(Array.isArray(rows) && rows[0]!.content).toContain('env files 7');
});
