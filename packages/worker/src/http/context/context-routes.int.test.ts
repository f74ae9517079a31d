/** The context of a project for a session that starts. */
import { byOperation } from '@hookloom/core/events';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startReporting, type Reporting } from '../../../test/reporting.ts';
import { defaultSettings } from '../../settings/settings.ts';
import { contextRoutes } from './context-routes.ts';

let reporting: Reporting;
let settings: Record<string, string>;
beforeEach(async () => {
  const now = (): number => Date.parse('2026-11-21T14:23:00.000Z');
  settings = { ...defaultSettings };
  reporting = await startReporting((workspaces) =>
    contextRoutes({ workspaces, now, zone: 'UTC', settings: () => settings }),
  );
});
afterEach(() => reporting.close());

async function record(...titles: string[]): Promise<void> {
  const { runtime, session } = reporting;
  await runtime.store.append(
    session,
    titles.map((title) =>
      byOperation({
        type: 'note.recorded',
        actorId: 'hookloom-notes',
        payload: { session_id: 'agent-1', type: 'change', title, made_by: 'rules' },
        origin: { channel: 'user' as const },
      }),
    ),
  );
}

it('is plain text with the ids for fetching details', async () => {
  await record('Login keeps the token', 'Refunds are rounded once');
  const { status, text } = await reporting.call('GET', '/api/context/inject?project=shop');
  expect(status).toBe(200);
  expect(text).toMatch(/^<hookloom-context>\n# \[shop\] recent context, 2026-11-21 2:23pm UTC\n/);
  expect(text).toMatch(/^1001 .* Login keeps the token$/m);
  expect(text).toMatch(/^2001 .* Refunds are rounded once$/m);
});

it('contains what was just recorded, and no longer what was corrected', async () => {
  await record('Login keeps the token');
  const ask = async () => (await reporting.call('GET', '/api/context/inject?project=shop')).text;
  expect(await ask()).toContain('Login keeps the token');
  await record('Refunds are rounded once');
  const both = await ask();
  expect(both).toContain('Login keeps the token');
  expect(both).toContain('Refunds are rounded once');
  const { runtime, session } = reporting;
  const event = await runtime.store.at(session, 1);
  await runtime.store.append(session, [
    byOperation({
      type: 'note.changed',
      actorId: 'user',
      payload: { note: event!.id, title: 'Login forgets the token' },
      origin: { channel: 'user' },
    }),
  ]);
  expect(await ask()).toContain('Login forgets the token');
  expect(await ask()).not.toContain('Login keeps the token');
});

it('is chosen for the prompt if the budget allows it', async () => {
  await record(
    'Refunds are rounded once',
    ...Array.from({ length: 30 }, (_, at) => `Step ${at} of the build was made faster`),
  );
  const route = '/api/context/inject?project=shop&budget=620';
  expect((await reporting.call('GET', `${route}&prompt=why+are+refunds+rounded`)).text).toContain(
    'Refunds',
  );
  expect((await reporting.call('GET', route)).text).not.toContain('Refunds');
});

it('starts with pinned content', async () => {
  await record(...Array.from({ length: 40 }, (_, at) => `Step ${at}`));
  const { remember } = await import('../../operations/remember.ts');
  await remember(
    reporting.runtime.context,
    { text: 'Prices are stored in cents.' },
    { channel: 'user' },
  );
  const { text } = await reporting.call('GET', '/api/context/inject?project=shop&budget=700');
  expect(text).toMatch(/Prices are stored in cents\. \(pinned\)/);
});

it('without a project is 400; an unknown project has an empty context, and nothing is created', async () => {
  const none = await reporting.call('GET', '/api/context/inject');
  expect([none.status, none.json]).toEqual([400, { error: 'Project parameter is required' }]);
  const unknown = await reporting.call('GET', '/api/context/inject?project=elsewhere');
  expect(unknown.status).toBe(200);
  expect(unknown.text).toContain('No previous sessions');
  expect(reporting.types()).toEqual([]);
});

it('is recorded in the log only when a session received it', async () => {
  await record('Login keeps the token');
  await reporting.call('GET', '/api/context/inject?project=shop');
  expect(reporting.types()).toEqual(['note.recorded']);
  await reporting.call('GET', '/api/context/inject?project=shop&session_id=agent-2');
  expect(reporting.types()).toEqual(['note.recorded', 'context.injected']);
});

it('gives the reason for every line', async () => {
  await record('Login keeps the token');
  const { json } = await reporting.call(
    'GET',
    '/api/context/explain?project=shop&prompt=login+token',
  );
  expect(json.notes).toEqual([
    expect.objectContaining({
      id: 1001,
      title: 'Login keeps the token',
      why: [
        { reason: 'prompt', weight: 6 },
        { reason: 'recent', weight: 2 },
        { reason: 'change', weight: 0.4 },
      ],
    }),
  ]);
  expect(json.bytes).toBeGreaterThan(0);
});

it('knows the checked-out branch', async () => {
  const git = path.join(reporting.root, '.git');
  fs.mkdirSync(git);
  fs.writeFileSync(path.join(git, 'HEAD'), 'ref: refs/heads/fix/refund-rounding\n');
  await record('Refunds are rounded once', 'The build was made faster');
  const { json } = await reporting.call(
    'GET',
    `/api/context/explain?cwd=${encodeURIComponent(reporting.root)}`,
  );
  expect(json.notes[0].why.map(({ reason }: { reason: string }) => reason)).toContain('branch');
});

it('for one prompt contains only related rows, and nothing for a short one', async () => {
  await record('Refunds are rounded once', 'The build was made faster');
  const ask = (q: string): Promise<{ json: any }> =>
    reporting.call('POST', '/api/context/semantic', { q, project: 'shop' });
  const { json } = await ask('why are the refunds rounded only once?');
  expect(json.count).toBe(1);
  expect(json.context).toContain('Refunds are rounded once');
  expect((await ask('refunds')).json).toEqual({ context: '', count: 0 });
  expect((await ask('how do I bake sourdough bread?')).json).toEqual({ context: '', count: 0 });
});

it('has a coloured form for people', async () => {
  await record('Login keeps the token');
  const { text } = await reporting.call('GET', '/api/context/preview?project=shop');
  expect(text).toContain('\u001b[36m1001\u001b[0m');
});

/** Notes and a summary of every kind that a setting selects. */
async function recordKinds(): Promise<void> {
  const { runtime, session } = reporting;
  const note = (title: string, more: object) => ({
    type: 'note.recorded',
    actorId: 'hookloom-notes',
    payload: { session_id: 'agent-1', type: 'change', title, made_by: 'rules', ...more },
    origin: { channel: 'user' as const },
  });
  const events = [
    note('A fix', { type: 'bugfix', narrative: 'The clock was read twice.' }),
    note('A trap', { concepts: ['gotcha'], facts: ['Days start at noon.'] }),
    note('A pin', { type: 'discovery', pinned: true }),
    {
      ...note('', {}),
      type: 'session.summarized',
      payload: { session_id: 'agent-1', made_by: 'rules', request: 'Ask', learned: 'Much' },
    },
  ];
  await runtime.store.append(session, events.map(byOperation));
}

const shown = async (more: Record<string, string> = {}): Promise<string> => {
  for (const [name, value] of Object.entries(more)) settings[`CLAUDE_MEM_CONTEXT_${name}`] = value;
  return (await reporting.call('GET', '/api/context/inject?project=shop')).text;
};

it.each<[Record<string, string>, string[], string[]]>([
  [{ OBSERVATION_TYPES: 'bugfix,decision' }, ['A fix', 'A pin'], ['A trap']],
  [{ OBSERVATION_CONCEPTS: 'gotcha' }, ['A trap', 'A pin'], ['A fix']],
  [{ OBSERVATIONS: '1' }, ['A pin'], ['A trap', 'A fix']],
  [{ OBSERVATIONS: '2' }, ['A pin', 'A fix'], ['A trap']],
  [{ SHOW_LAST_SUMMARY: 'true' }, ['**Learned**: Much'], []],
  [{ SHOW_LAST_SUMMARY: 'false' }, ['Ask'], ['Much']],
  [{ FULL_COUNT: '0' }, ['A fix'], ['The clock']],
  [{ FULL_COUNT: '5' }, ['A fix\n  The clock was read twice.'], ['Days']],
  [{ FULL_COUNT: '5', FULL_FIELD: 'facts' }, ['A trap\n  Days start at noon.'], ['The clock']],
])('with %j contains %j and not %j', async (given, held, left) => {
  await recordKinds();
  const text = await shown(given);
  for (const said of held) expect(text).toContain(said);
  for (const said of left) expect(text).not.toContain(said);
});

it('is empty for a project that the owner excludes, and nothing is recorded about it', async () => {
  await recordKinds();
  settings['CLAUDE_MEM_EXCLUDED_PROJECTS'] = 'shop';
  const before = reporting.types();
  const route = '/api/context/inject?project=shop&session_id=agent-1';
  expect(await reporting.call('GET', route)).toMatchObject({ status: 200, text: '' });
  expect(reporting.types()).toEqual(before);
});
