/** One event as a line of the viewer. */
import { createMemoryStore } from '@hookloom/log';
import { expect, test } from 'vitest';
import { eventLine } from './event-row.ts';

async function lineOf(type: string, payload: Record<string, string>): Promise<string> {
  const store = createMemoryStore();
  await store.append('s', [{ type, actorId: 'user', payload, origin: { channel: 'user' } }]);
  for await (const event of store.read('s')) return eventLine(event).summary;
  return '';
}

test('an event is shown by its text, else by what its type means, and never as JSON', async () => {
  expect(await lineOf('memory.remembered', { text: 'Bread is baked' })).toBe('Bread is baked');
  expect(await lineOf('coordination.worker.created', { mission_id: 'm', worker_id: 'ann' })).toBe(
    'ann',
  );
  expect(
    await lineOf('hook.permission_denied', {
      tool_name: 'Bash',
      target: 'git push --force',
      reason: 'Open a pull request.',
    }),
  ).toBe('Bash git push --force · Open a pull request.');
  expect(await lineOf('share.trusted', { author: 'ann@desk', key: 'k1' })).toBe(
    'A person accepted the key of a writer of shared memory',
  );
});
