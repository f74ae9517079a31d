/** A person's statements, explained and corrected. */
import { byOperation } from '@hookloom/core/events';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { realRuntime } from '../../test/real-memory.ts';
import { correct } from './correct.ts';
import { why } from './why.ts';

let open: Awaited<ReturnType<typeof realRuntime>>;
beforeEach(async () => {
  open = await realRuntime();
});
afterEach(() => open.runtime.close());

/** Appends a person's turn and returns its citation. */
async function say(content: string): Promise<string> {
  const { workspace } = open.runtime;
  const payload = { role: 'user', content, session_id: 'c-1' };
  const origin = { channel: 'user' as const, session_id: 'c-1' };
  const event = byOperation({ type: 'transcript.turn', actorId: 'user', payload, origin });
  const { seq, hash } = (await open.store.append(workspace.session, [event]))[0]!;
  const digest = hash.replace('sha256:', '').slice(0, 12);
  return `eventloom://${workspace.session}/events/${seq}#${digest}`;
}
const QUERY = 'Which port does the staging server use?';
const explain = (citation: string) => why(open.runtime.context, { citation, query: QUERY });

it('why names the kind of a statement and the words by which it was recognised', async () => {
  const citation = await say('Never push to the release branch.');
  const { statements } = await explain(citation);
  expect(statements).toEqual([
    {
      kind: 'rule',
      content: 'Never push to the release branch.',
      cue: 'never',
      valid_from: expect.any(String) as string,
      valid_to: null,
    },
  ]);
});

it.each([
  [
    'The staging server runs on port 8080.',
    'The staging server runs on port 9000.',
    'a newer value of the same slot',
  ],
  [
    'The staging server runs on port 8080.',
    'No, the staging server runs on port 9000 now.',
    'a correction ("runs on")',
  ],
  ['The staging server runs on port 8080.', 'No, 9000.', 'a correction ("value: No, 9000.")'],
  [
    "Let's use Memcached for the sessions.",
    "Let's use Redis instead of Memcached for the sessions.",
    'a correction',
  ],
])('why names what ended "%s" after "%s"', async (older, newer, rule) => {
  const first = await say(older);
  const second = await say(newer);
  const { rule: decided, because_of, statements } = await explain(first);
  expect([decided, because_of]).toEqual(['superseded', second]);
  expect(statements[0]).toMatchObject({
    content: older,
    ended_by: { citation: second, rule: expect.stringContaining(rule) as string },
  });
});

it('a corrected statement is no longer valid, and why names the correction', async () => {
  const first = await say('The staging server runs on port 8080 by default.');
  const text = 'The staging server runs on port 9000 by default.';
  const corrected = await correct(
    open.runtime.context,
    { citation: first, text },
    { channel: 'user' },
  );
  expect(corrected).toMatchObject({
    status: 'corrected',
    superseded: { citation: first, content: 'The staging server runs on port 8080 by default.' },
  });
  const { current_facts } = await open.runtime.checkout({ query: QUERY });
  expect(current_facts.map(({ content }) => content)).toEqual([text]);
  const { statements } = await explain(first);
  expect(statements[0]!.ended_by).toMatchObject({
    citation: corrected.citation,
    rule: 'an explicit operation',
    content: text,
  });
});
