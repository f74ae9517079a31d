/** Decisions of one session appear at the start of the next. */
import { byOperation, type Channel } from '@hookloom/core/events';
import { beforeEach, expect, it } from 'vitest';
import { coreListing } from '../mcp/tools/index.ts';
import { realRuntime } from '../../test/real-memory.ts';
import type { Runtime } from '../runtime.ts';
import { inject } from './inject.ts';

let runtime: Runtime;
beforeEach(async () => {
  ({ runtime } = await realRuntime());
});

async function append(
  type: string,
  channel: Channel,
  payload: Record<string, string>,
  session = 'c-1',
): Promise<void> {
  const origin = { channel, session_id: session };
  const event = byOperation({
    type,
    actorId: channel,
    payload: { ...payload, session_id: session },
    origin,
  });
  await runtime.store.append(runtime.workspace.session, [event]);
}
const say = (content: string, channel: Channel = 'user') =>
  append('transcript.turn', channel, { role: channel === 'model' ? 'assistant' : 'user', content });

async function start(
  more: { prompt?: string; budget?: number; nowMs?: number } = {},
): Promise<string> {
  const open = {
    slot: 1,
    workspace: runtime.workspace,
    project: { id: 'project-1', alias: 'demo' },
    runtime,
  };
  const task = { prompt: '', branch: null, files: [], project: 'demo', zone: 'UTC', nowMs: 0 };
  return (await inject([open], { ...task, ...more })).text;
}

it('contains the rule, the decision that replaced another, and the cause, each with its event', async () => {
  await say('Never push to the release branch.');
  await say("Let's use Memcached for the sessions.");
  await say("No, let's use Redis instead of Memcached for the sessions.");
  await say('The root cause was a missing lock file in the image.', 'model');
  await say('Run the tests now.');
  const text = await start();
  expect(text).toContain('\n1 Never push to the release branch.\n');
  expect(text).toMatch(/\n3 .*Redis instead of Memcached/);
  expect(text).toMatch(/\n4 The root cause was a missing lock file in the image\. \(proposed\)\n/);
  expect(text).not.toContain("let's use Memcached for the sessions.\n2");
  expect(text).not.toMatch(/^2 /m);
  expect(text).not.toContain('Run the tests');
});

it('contains a call that a hook denied, once and with the reason', async () => {
  const call = { tool_name: 'Bash', target: 'git push --force', reason: 'Open a pull request.' };
  for (let times = 0; times < 3; times++) await append('hook.permission_denied', 'model', call);
  expect((await start()).split('### Denied by hooks\n')[1]).toMatch(
    /^\d Permission denied: Bash git push --force\. Reason: Open a pull request\.\n(?!\d)/,
  );
});

it('contains nothing that a page said in place of a person', async () => {
  await say('Never push to the release branch.', 'web');
  expect(await start()).not.toContain('Never push');
});

it('leaves no space for activity beside them, and stays small', async () => {
  await say('Never push to the release branch.');
  for (let at = 0; at < 60; at++)
    await append('note.recorded', 'tool', {
      type: 'change',
      title: `Changed file ${at}`,
      made_by: 'rules',
    });
  const text = await start({ budget: 8_000 });
  expect(text).toContain('Never push');
  expect(text).not.toContain('Changed file');
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(3_900);
});

it('begins with statements related to the prompt', async () => {
  await say('The invoice archive is located in the blue bucket.');
  await say('Never push to the release branch.');
  const text = await start({ prompt: 'where is the invoice archive?' });
  expect(text.indexOf('invoice archive')).toBeLessThan(text.indexOf('Never push'));
  expect(text).toContain('### About this prompt\n1 ');
});

it('titles the last sessions with their first prompt and their outcome', async () => {
  await say('Never push to the release branch.');
  for (const [request, notes] of [
    ['Keep the login alive', 'Looking at the session store.'],
    ['And the logout?', 'Fixed: the cookie is cleared now.'],
  ] as const)
    await append('session.summarized', 'model', { request, notes, made_by: 'rules' });
  expect(await start()).toMatch(/^S\d+ «?Keep the login alive → Fixed: the cookie is cleared now/m);
});

it('includes an earlier session and the first prompt of a long one', async () => {
  await say('Never push to the release branch.');
  const told = (request: string, session: string) =>
    append('session.summarized', 'model', { request, made_by: 'rules' }, session);
  await told('Keep the login alive', 'c-1');
  for (let turn = 1; turn <= 15; turn++) await told(`Write part ${turn} of the guide`, 'c-2');
  const text = await start();
  expect(text).toMatch(/^S\d+ «?Keep the login alive/m);
  expect(text).toMatch(
    /^S\d+ «?Write part 1 of the guide; asked last: Write part 15 of the guide/m,
  );
});

it('includes the last prompt of a session without an outcome', async () => {
  await say('Never push to the release branch.');
  for (const [request, completed] of [
    ['Keep the login alive', 'Fixed: the cookie is kept now.'],
    ['Commit and push it, please', null],
  ] as const)
    await append('session.summarized', 'model', {
      request,
      ...(completed !== null && { completed }),
      made_by: 'rules',
    });
  expect(await start()).toMatch(
    /^S\d+ «?Keep the login alive → Fixed: the cookie is kept now; asked last: Commit and push it, please/m,
  );
});

it('omits statements that have ended, have not begun or are suspended for a time', async () => {
  await say('Support tickets always go to Maria.');
  await say('Until 2026-03-06, support tickets always go to Paul.');
  const during = await start({ nowMs: Date.parse('2026-03-01T00:00:00Z') });
  expect(during).toContain('Paul');
  expect(during).not.toContain('Maria');
  const after = await start({ nowMs: Date.parse('2027-03-09T00:00:00Z') });
  expect(after).toContain('Maria');
  expect(after).not.toContain('Paul');
});

it('contains the same statements as the packet for a session start', async () => {
  await say('Never push to the release branch.');
  await say('We use Redis for the sessions.');
  const { prompt } = await runtime.bootstrap({}, coreListing);
  const lines = (await start()).split('\n');
  const said = lines.slice(
    lines.indexOf('### Rules and preferences'),
    lines.indexOf('### Decisions') + 2,
  );
  expect(prompt).toContain(`## Earlier Sessions\n`);
  expect(prompt).toContain(said.join('\n'));
});
