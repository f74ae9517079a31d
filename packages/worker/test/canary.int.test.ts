/**
 * Secret and private text leaks nowhere: planted in every shape in every input, then searched in every byte that was
 * written, answered, streamed and sent to a model. Not covered: text encoded so that nothing marks it as secret
 * (base64, a cipher, UTF-16 in a payload, which is not JSON), names of existing folders, and the client's own session
 * id, which is the key of everything and stored unchanged.
 */
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFailed } from 'vitest';
import type { JsonObject } from '@hookloom/core';
import { runHook } from '@hookloom/hooks/testing';
import { startMission } from '../src/missions/run-mission.ts';
import { placeOf } from '../src/http/server.ts';
import { startWorker, type RunningWorker } from '../src/up.ts';
import { CLIENTS, fixturesOf, next, nextNumber, plant, plantedSoFar } from './canary-payloads.ts';
import { CANARIES, leaksIn, MARKS } from './canaries.ts';
import { everythingIn } from './everything-in.ts';
import { temporaryHome, type Home } from './living.ts';
import { initialize, temporaryWorkspace, type Workspace } from './serving.ts';
import { openAiAnswer, standIn, type StandIn } from './stand-in-model.ts';

let home: Home;
let worker: RunningWorker;
let model: StandIn;
let token: string;
let shop: string;
let tools: Workspace;
/** Everything from the stream. */
let streamed = '';
let streamEnd: AbortController;
/** Every answer, with its request. */
const answered: string[] = [];
const statuses = new Map<string, number[]>();

beforeAll(async () => {
  home = temporaryHome();
  model = await standIn();
  tools = temporaryWorkspace();
  shop = home.folder('shop');
  fs.mkdirSync(path.join(shop, '.eventloom'));
  const env = {
    ...home.env,
    HOOKLOOM_NOTES_PROVIDER: 'openai-compatible',
    HOOKLOOM_NOTES_OPENAI_MODEL: 'small',
    HOOKLOOM_NOTES_OPENAI_BASE_URL: `${model.base}/v1`,
    HOOKLOOM_NOTES_DAILY_TOKENS: '100000000',
  };
  model.answer = (asked) => ({ json: openAiAnswer(asked) });
  worker = await startWorker({ ...home.options, env });
  token = fs.readFileSync(worker.tokenFile, 'utf8').trim();
  await worker.workspaces.forFolder(shop);
  streamEnd = new AbortController();
  void follow(streamEnd.signal);
});
afterAll(async () => {
  streamEnd.abort();
  await worker.close();
  await model.close();
  tools.close();
  home.remove();
});

async function follow(signal: AbortSignal): Promise<void> {
  try {
    const url = `http://127.0.0.1:${worker.port}/stream`;
    const { body } = await fetch(url, { headers: { authorization: `Bearer ${token}` }, signal });
    for await (const part of body!) streamed += Buffer.from(part as Uint8Array).toString('latin1');
  } catch {
    // It ends with the test.
  }
}

async function call(method: string, route: string, body?: unknown): Promise<any> {
  const response = await fetch(`http://127.0.0.1:${worker.port}${route}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const at = `${method} ${route.split('?')[0]!.replace(/\d{4,}/, ':id')}`;
  statuses.set(at, [...(statuses.get(at) ?? []), response.status]);
  answered.push(text);
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const inShop = (text: string): string => text.replaceAll('/home/dev/project', shop);

/** A model's queue collects a few pieces of work for a minute, but none after the end of a turn. */
async function endTurn(): Promise<void> {
  const session = { contentSessionId: `turn-${nextNumber()}`, project: 'shop', cwd: shop };
  await call('POST', '/api/sessions/init', { ...session, prompt: 'Go on' });
  await call('POST', '/api/sessions/summarize', { ...session, last_assistant_message: 'Done.' });
}

async function drained(): Promise<void> {
  let queue: any;
  // A queue that does not drain prints what it waits for.
  onTestFailed(() => console.error(JSON.stringify(queue)));
  for (;;) {
    queue = await call('GET', '/api/pending-queue');
    if (queue.depth === 0 && (queue.leased ?? 0) === 0) return;
    if (!queue.is_processing) await endTurn();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const MISSION = 'control-mission';

describe('nothing secret or private is stored, shown or forwarded', () => {
  it('from clients’ reports over HTTP, in any field of any payload', async () => {
    for (const client of CLIENTS)
      for (const { payload } of fixturesOf(client)) {
        const body = plant(JSON.parse(inShop(JSON.stringify(payload))) as JsonObject);
        await call('POST', `/hooks/${client}`, body);
      }
    expect(plantedSoFar()).toBeGreaterThan(600);
  });

  it('from clients’ reports through their hooks, every shape in one call', async () => {
    const each = (): JsonObject =>
      Object.fromEntries(CANARIES.map(({ make }, at) => [`k${at}`, make(`p${at}`)]));
    const call_ = (hook_event_name: string, more: JsonObject): JsonObject => ({
      hook_event_name,
      session_id: 'process',
      cwd: shop,
      ...more,
    });
    const payloads = [
      call_('UserPromptSubmit', { prompt: `Look: ${next()}` }),
      call_('PreToolUse', { tool_name: 'Bash', tool_input: each() }),
      call_('PostToolUse', { tool_name: 'mcp__db__q', tool_input: each(), tool_response: each() }),
      call_('PostToolUseFailure', { tool_name: 'Bash', tool_input: each(), error: next() }),
      call_('Stop', { last_assistant_message: CANARIES.map(({ make }) => make('s')).join('\n') }),
      call_('Strange', { deep: { list: [each(), [each()]] } }),
    ];
    const runs = await Promise.all(
      payloads.map((payload, at) =>
        runHook({
          args: ['hook', CLIENTS[at % CLIENTS.length]!],
          cwd: shop,
          stdin: JSON.stringify(payload),
          env: home.env,
        }),
      ),
    );
    const broken = `{"prompt": "${next()}", "tool_input": {"x": "${next()}`;
    runs.push(await runHook({ args: ['hook', 'claude-code'], cwd: shop, stdin: broken }));
    expect(runs.map(({ code }) => code)).toEqual(runs.map(() => 0));
    answered.push(...runs.flatMap(({ stdout, stderr }) => [stdout, stderr]));
  });

  it('from extensions’ reports about a session, in both spellings and any shape', async () => {
    for (const [at, { make }] of CANARIES.entries()) {
      const text = (): string => make(`r${nextNumber()}`);
      const session =
        at % 2 === 0 ? { contentSessionId: `both-${at}` } : { claudeSessionId: `both-${at}` };
      const common = { ...session, project: 'shop', cwd: shop };
      const prompt = `control${at} look at ${text()}`;
      const { sessionDbId } = await call('POST', '/api/sessions/init', { ...common, prompt });
      // If a text is cut, a secret may be cut in two.
      const long = `${'long '.repeat([13_102, 11_466, 14_742][at % 3]!)}${text()} ${'x '.repeat(5000)}`;
      if (at % 2 === 0) await call('POST', '/api/sessions/init', { ...common, prompt: long });
      const work = {
        tool_name: 'Bash',
        tool_input: { command: `run ${text()}`, description: text() },
        tool_response: {
          stdout: `${'x '.repeat(50)}${text()}${' y'.repeat(300)}`,
          stderr: `${'x'.repeat(900)} ${text()}`,
        },
        tool_use_id: `t-${at}`,
      };
      await call('POST', '/api/sessions/observations', { ...common, ...work });
      await call('POST', `/sessions/${sessionDbId}/observations`, {
        tool_name: 'Edit',
        tool_input: JSON.stringify({ file_path: `${shop}/a${at}.ts`, new_string: text() }),
        tool_response: JSON.stringify({ error: text() }),
      });
      const file_path = `${shop}/${text().replaceAll('\n', ' ')}/b.ts`;
      const read = { tool_name: 'Read', tool_input: { file_path }, tool_response: text() };
      await call('POST', '/api/sessions/observations', { ...common, ...read });
      await call('POST', '/api/sessions/summarize', {
        ...common,
        last_user_message: text(),
        last_assistant_message: `control${at} is done: ${text()}`,
      });
      await call('POST', '/api/sessions/complete', { ...common, reason: text().slice(0, 500) });
      await call('POST', '/api/sessions/observations', { tool_name: text().slice(0, 500) });
    }
  });

  it('from a fully private prompt, or from the work for it', async () => {
    for (const { name, make } of CANARIES.filter((one) => /private span/.test(one.name))) {
      const whole = make('w').replace(/^before |^a | after$| z$/g, '');
      const session = { contentSessionId: `whole-${name}`, cwd: shop, platformSource: 'claude' };
      await call('POST', '/api/sessions/init', { ...session, prompt: whole });
      if (!/^\s*<private>[^<]*(<\/private>)?$/i.test(whole)) continue;
      const tool_input = { command: 'echo ZQXJKVunderprivate' };
      const work = { tool_name: 'Bash', tool_input, tool_response: { stdout: 'ZQXJKVout' } };
      await call('POST', '/api/sessions/observations', { ...session, ...work });
      const last_assistant_message = 'ZQXJKVanswer';
      await call('POST', '/api/sessions/summarize', { ...session, last_assistant_message });
    }
  });

  it('from what is saved, imported, corrected or remembered', async () => {
    const serving = tools.serve();
    await initialize(serving);
    const { runtime } = await worker.workspaces.forFolder(shop);
    const said = { mission_id: MISSION, objective: `control ${CANARIES[0]!.make('mission')}` };
    await startMission(runtime.context, said, { channel: 'model' });
    for (const [at, { make }] of CANARIES.entries()) {
      const text = (): string => make(`i${nextNumber()}`);
      const saved = {
        text: `control save ${at} ${text()}`,
        title: `t${at} ${text()}`.slice(0, 290),
      };
      const { id } = await call('POST', '/api/memory/save', {
        ...saved,
        project: 'shop',
        metadata: { a: text() },
      });
      await call('PATCH', `/api/observation/${id}`, {
        narrative: `n ${text()}`,
        facts: [text()],
        subtitle: `s ${text()}`.slice(0, 900),
      });
      // A title is made from the first line, cut.
      await call('POST', '/api/memory/save', { text: `${'note '.repeat(12)}${text()}` });
      const row = {
        project: 'shop',
        content_session_id: `imp-${at}`,
        memory_session_id: `imp-${at}`,
        created_at_epoch: 1_700_000_000_000 + at,
        started_at_epoch: 1_700_000_000_000 + at,
      };
      await call('POST', '/api/import', {
        sessions: [{ ...row, user_prompt: text(), custom_title: text() }],
        prompts: [{ ...row, prompt_number: 1, prompt_text: `p ${text()}` }],
        observations: [
          {
            ...row,
            type: 'discovery',
            title: `i${at} ${text()}`,
            subtitle: text(),
            narrative: text(),
            text: text(),
            facts: JSON.stringify([text()]),
            concepts: JSON.stringify([text()]),
            files_read: JSON.stringify([text()]),
          },
        ],
        summaries: [{ ...row, request: `s${at} ${text()}`, learned: text(), notes: text() }],
      });
      const payload = { decision: `control ${at} ${text()}`, more: [{ deep: text() }] };
      await serving.call('memory_append', { event_type: 'decision.made', actor: 'me', payload });
      const subject = text();
      const more = subject.length > 80 ? {} : { subject };
      await serving.call('memory_remember', { text: `control ${at}: ${text()}`, ...more });
      const objective = `control ${text()}`.slice(0, 4000);
      await serving.call('coordination_start', { mission_id: `mission-${at}`, objective });
    }
    const found = await serving.call('memory_query', { query: 'control decision' });
    answered.push(JSON.stringify(found));
    await serving.end();
    answered.push(serving.stdout(), serving.stderr());
  });

  it('in names of projects', async () => {
    for (const [at, { make }] of CANARIES.entries()) {
      const project = make(`j${nextNumber()}`).slice(0, 500);
      const session = { contentSessionId: `named-${at}`, prompt: 'Go on' };
      if (at % 11 === 2) await call('POST', '/api/sessions/init', { ...session, project });
      if (at % 11 === 3)
        await call('POST', '/api/memory/save', { text: 'x', project: project.slice(0, 200) });
    }
  });

  it('after a call to every route that reads', async () => {
    await drained();
    const ids: number[] = [];
    for (const kind of ['observations', 'prompts', 'summaries', 'sessions'])
      for (let offset = 0; offset < 400; offset += 100) {
        const { items } = await call('GET', `/api/${kind}?limit=100&offset=${offset}`);
        ids.push(...items.slice(0, 10).map(({ id }: { id: number }) => id));
      }
    const query =
      'project=shop&query=control&q=control&limit=100&file=a1.ts&path=a1.ts&files=a1.ts&full=true&why=true' +
      `&mission=${MISSION}&prompt=control%20look&nonce=0123456789abcdef0123456789abcdef&cwd=${encodeURIComponent(shop)}`;
    const { events } = await call('GET', '/api/viewer/events?limit=200');
    const { facts } = await call('GET', '/api/viewer/memory/facts?limit=200');
    const one =
      `&id=both-2&citation=${encodeURIComponent(facts[0].citation)}` +
      `&name=${encodeURIComponent(facts[0].entity_name)}&type=${facts[0].entity_type}`;
    for (const { citation } of events)
      await call('GET', `/api/viewer/event?citation=${encodeURIComponent(citation)}`);
    for (const [method, route] of worker.routes.map(placeOf)) {
      // The stream is read elsewhere; the viewer's own files contain nothing recorded.
      if (method !== 'GET' || route === '/stream' || route === '/viewer/:file') continue;
      for (const id of route.includes(':id') ? ids : [0])
        await call(
          'GET',
          `${route.replace(':id', String(id))}?${query}${route.includes('/viewer/') ? one : ''}`,
        );
      const name = `GET ${route}`;
      expect([name, statuses.get(name)?.includes(200)]).toEqual([name, true]);
    }
    for (const word of MARKS) {
      const found = await call('GET', `/api/search?query=${word}&format=json`);
      answered.pop();
      expect(found).toMatchObject({ totalResults: 0 });
    }
    // Work that failed is tried again after 1, 5, 30 and 120 seconds.
  });

  it('in a search of everything that was written and answered', () => {
    const asked = model.asked.map(({ url, headers, body }) => [url, JSON.stringify(headers), body]);
    const places: Record<string, string> = {
      'the workspace of the tools': everythingIn(tools.root),
      'home, workspace and state': everythingIn(home.dir),
      answers: answered.join('\n'),
      stream: streamed,
      'prompts to a model': asked.flat().join('\n'),
    };
    for (const [place, text] of Object.entries(places)) {
      // Public text came through, so there was something to find.
      const came = text.match(place === 'stream' ? /"new_observation"/g : /control/g) ?? [];
      expect([place, came.length > 20]).toEqual([place, true]);
      expect([place, leaksIn(text).slice(0, 5)]).toEqual([place, []]);
    }
  });
});
