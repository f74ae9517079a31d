import { isJsonObject, type JsonObject } from '@hookloom/core';
import type { Channel } from '@hookloom/core/events';
import { expect, test } from 'vitest';
import { projectedRuntime, workspace } from './fixture.ts';

test('a release is verified by what hooks saw run after the last edit, not by a model’s claim', async () => {
  const { runtime, store } = await projectedRuntime();
  const record = (channel: Channel, type: string, payload: JsonObject) =>
    store.append(workspace.session, [{ type, actorId: 'a', payload, origin: { channel } }]);
  const gate = async () => {
    const { diagnostics } = await runtime.checkout({
      query: 'May we ship?',
      purpose: 'release',
      detail: 'full',
    });
    const policy = diagnostics['evidence_policy'];
    const [requirement] = (isJsonObject(policy) ? policy['requirements'] : []) as JsonObject[];
    return requirement;
  };
  await record('user', 'decision.made', { decision: 'Ship on Friday when the suite passes' });
  await record('tool', 'file.edit.applied', { path: 'src/app.ts', operation: 'edit' });
  await record('model', 'verification.recorded', { command: 'npm test', outcome: 'passed' });
  await record('model', 'command.completed', { command: 'npm test', exit_code: 0 });
  expect(await gate()).toMatchObject({
    satisfied: false,
    reason: 'Only a model says so: no run of that command was observed.',
  });
  const [run] = await record('tool', 'command.completed', { command: 'npm test', exit_code: 0 });
  expect(await gate()).toMatchObject({
    satisfied: true,
    citations: [
      expect.stringContaining('/events/3#'),
      expect.stringContaining(`/events/${run!.seq}#`),
    ],
  });
  await record('tool', 'file.edit.applied', { path: 'src/app.ts', operation: 'edit' });
  expect(await gate()).toMatchObject({ satisfied: false });
});
