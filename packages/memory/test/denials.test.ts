/** What a checkout answers about calls that a hook or a client denied. */
import type { UnsealedEvent } from '@hookloom/core/events';
import { expect, test } from 'vitest';
import { askedKinds } from '../src/question/asked-kinds.ts';
import { appendAt, ask, turn, withStatementMemory } from './statement-memory.ts';

withStatementMemory();

const denied = (target: string, reason: string): UnsealedEvent => ({
  type: 'hook.permission_denied',
  actorId: 'zaxy-hook',
  payload: { trigger: 'permission-denied', tool_name: 'Bash', target, reason },
  origin: { channel: 'model', session_id: 'c1' },
});

async function work(): Promise<void> {
  await appendAt(
    turn('user', 'Please push the release branch to main.'),
    denied('git push --force origin main', 'Open a pull request instead.'),
    denied('rm -rf build', 'Use the clean script.'),
    turn('assistant', 'I pushed the release branch and opened a pull request.'),
  );
}

test('a checkout says why a call was denied', async () => {
  await work();
  const { current_facts, quality } = await ask('Why was the force push denied?');
  expect(quality.answerability).toBe('answer_from_memory');
  expect(current_facts[0]!.content).toBe(
    'Permission denied: Bash git push --force origin main. Reason: Open a pull request instead.',
  );
});

test('a checkout lists every denied call, and no other text', async () => {
  await work();
  const { current_facts, quality } = await ask('Which commands were blocked by a hook?');
  expect(quality.answerability).toBe('answer_from_memory');
  expect(current_facts.map(({ content }) => content.split('. ')[0])).toEqual([
    'Permission denied: Bash rm -rf build',
    'Permission denied: Bash git push --force origin main',
  ]);
});

test.each([
  'What was denied?',
  'Which calls were denied yesterday?',
  'List all denials',
  'What did the guard block?',
  'Which edits were refused?',
  'What was stopped by our hooks?',
  'Which command was not allowed?',
])('%s asks for denied calls', (question) => {
  expect(askedKinds(question)).toEqual(['denial', 'rejected']);
});

test.each([
  'What is blocked by the migration?',
  'What did we reject?',
  'Why was the push denied?',
  'What is not allowed?',
  'Which commands are not allowed?',
  'Which command stops the server?',
  'What happens if the bank refuses the payment?',
])('%s does not', (question) => {
  expect(askedKinds(question) ?? []).not.toContain('denial');
});
