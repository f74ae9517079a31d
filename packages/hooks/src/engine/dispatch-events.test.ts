import type { HookResponse } from '@hookloom/core/hook';
import { expect, it } from 'vitest';
import { bashEvent, handler } from '../../test/engine-parts.ts';
import { CLIENTS } from '../clients/index.ts';
import { dispatchEvents } from './dispatch-events.ts';
import type { Dispatched } from './dispatched.ts';

const client = CLIENTS.codex;
const places = { projectDir: '/home/dev/shop', home: '/home/dev', causedBy: 'evt_9' };
const PUSH = bashEvent('git push --force origin main');

/** What a single hook with this answer leaves in the log. */
function recorded(response: HookResponse, event = PUSH, isRepeated = false) {
  const run = {
    handler: handler(),
    type: event.event_type,
    interpreted: { reason: 'answered', response, notes: [] },
    durationMs: 1,
  };
  const result = {
    response,
    runs: isRepeated ? [] : [run],
    losses: [[]],
    reports: [],
    rendered: client.render(response, event),
  } as unknown as Dispatched;
  return dispatchEvents(result, client, { event, ...places });
}
const typesOf = (events: ReturnType<typeof recorded>) => events.map(({ type }) => type);

it('records a denied command with the reason', () => {
  const told = recorded({ decision: 'deny', reason: 'Open a pull request.' });
  expect(typesOf(told)).toEqual(['hook.run.completed', 'hook.permission_denied']);
  expect(told[1]).toMatchObject({
    payload: {
      source: 'codex',
      tool_name: 'Bash',
      target: 'git push --force origin main',
      reason: 'Open a pull request.',
    },
    origin: { channel: 'model' },
    causedBy: ['evt_9'],
  });
});

it('records an edit with its path in the project, and a secret in a command masked', () => {
  const files = ['/home/dev/shop/src/a.ts'];
  const edit = { ...PUSH, tool: { ...PUSH.tool!, name: 'Edit', native_name: 'Edit', files } };
  expect(recorded({ decision: 'deny' }, edit)[1]!.payload['target']).toBe('src/a.ts');
  const login = bashEvent('deploy --password correct-horse-battery');
  const told = JSON.stringify(recorded({ decision: 'deny' }, login));
  expect(told).toContain('deploy --password');
  expect(told).not.toContain('correct-horse');
});

it('records an ask as denied where the client cannot ask', () => {
  const told = recorded({ decision: 'ask', reason: 'Sure?' });
  expect(typesOf(told)).toEqual(['hook.run.completed', 'hook.permission_denied']);
});

it('records no denial of an allowed call, of a prompt, or of a repeated delivery', () => {
  const run = ['hook.run.completed'];
  expect(typesOf(recorded({ decision: 'allow' }))).toEqual(run);
  const prompt = { ...PUSH, event_type: 'before_agent' as const, native_event: 'UserPromptSubmit' };
  expect(typesOf(recorded({ decision: 'deny' }, { ...prompt, tool: null }))).toEqual(run);
  expect(recorded({ decision: 'deny' }, PUSH, true)).toEqual([]);
});
