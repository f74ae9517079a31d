/**
 * Nothing of a fully private prompt is stored, however the prompt and the work for it are reported: privacy depends on
 * the client's session, not on the folder, the client's name or the process that received it.
 */
import fs from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runHook } from '@hookloom/hooks/testing';
import { startWorker, type RunningWorker } from '../src/up.ts';
import { everythingIn } from './everything-in.ts';
import { temporaryHome, type Home } from './living.ts';

const CANARY = 'northwind-merger';
const PROMPT = `<private>Draft the ${CANARY}</private>`;
const SESSION = 'agent-1';

let home: Home;
let worker: RunningWorker;
let folders: { shop: string; docs: string };
beforeEach(async () => {
  home = temporaryHome();
  folders = { shop: home.folder('shop'), docs: home.folder('docs') };
  for (const folder of Object.values(folders)) fs.mkdirSync(`${folder}/.eventloom`);
  worker = await startWorker(home.options);
});
afterEach(async () => {
  await worker.close();
  home.remove();
});

async function post(route: string, body: object): Promise<any> {
  const token = fs.readFileSync(worker.tokenFile, 'utf8').trim();
  const response = await fetch(`http://127.0.0.1:${worker.port}${route}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  return text === '' ? null : JSON.parse(text);
}

async function hook(cwd: string, payload: object, client = 'claude-code'): Promise<void> {
  const stdin = JSON.stringify({ session_id: SESSION, cwd, ...payload });
  const run = await runHook({ args: ['hook', client], cwd, stdin, env: home.env });
  expect(run.code).toBe(0);
}

/** The ways in which a prompt is reported. */
const PROMPTS: Record<string, (prompt: string) => Promise<unknown>> = {
  'a route, no folder': (prompt) =>
    post('/sessions/init', { sessionId: SESSION, project: 'shop', userPrompt: prompt }),
  'the other route, no folder': (prompt) =>
    post('/api/sessions/init', { contentSessionId: SESSION, project: 'shop', prompt }),
  'a route, another folder': (prompt) =>
    post('/api/sessions/init', {
      contentSessionId: SESSION,
      cwd: folders.docs,
      prompt,
      platformSource: 'cursor',
    }),
  'a hook over HTTP': (prompt) =>
    post('/hooks/claude-code', {
      hook_event_name: 'UserPromptSubmit',
      session_id: SESSION,
      cwd: folders.docs,
      prompt,
    }),
  'a hook': (prompt) => hook(folders.docs, { hook_event_name: 'UserPromptSubmit', prompt }),
};

const call = (text: string) => ({
  tool_name: 'Bash',
  tool_input: { command: `grep ${text} plan.md` },
  tool_response: { stdout: text },
});

/** The ways in which work is reported. */
const WORK: Record<string, (text: string) => Promise<unknown>> = {
  'an observation with a folder': (text) =>
    post('/api/sessions/observations', {
      contentSessionId: SESSION,
      cwd: folders.shop,
      ...call(text),
    }),
  'an observation of another client': (text) =>
    post('/api/sessions/observations', {
      claudeSessionId: SESSION,
      cwd: folders.shop,
      platformSource: 'codex',
      ...call(text),
    }),
  'the end of the turn': (text) =>
    post('/api/sessions/summarize', {
      contentSessionId: SESSION,
      cwd: folders.shop,
      last_assistant_message: text,
    }),
  'a hook over HTTP': (text) =>
    post('/hooks/claude-code', {
      hook_event_name: 'PostToolUse',
      session_id: SESSION,
      cwd: folders.shop,
      tool_use_id: 't1',
      ...call(text),
    }),
  'a hook in another repository': (text) =>
    hook(folders.shop, { hook_event_name: 'PostToolUse', tool_use_id: 't2', ...call(text) }),
  'an import': (text) =>
    post('/api/import', {
      observations: [
        {
          content_session_id: SESSION,
          project: 'shop',
          created_at_epoch: Date.now() + 1000,
          type: 'discovery',
          title: text,
          narrative: text,
        },
      ],
    }),
};

it.each(Object.keys(PROMPTS))('reported by %s', async (way) => {
  await PROMPTS[way]!(PROMPT);
  const kept = async (): Promise<void> => {
    for (const [name, work] of Object.entries(WORK)) {
      await work(`${CANARY} ${name}`);
      expect([name, everythingIn(home.dir).includes(CANARY)]).toEqual([name, false]);
    }
  };
  await kept();
  await worker.close();
  worker = await startWorker(home.options);
  await kept();
  await post('/api/sessions/complete', { contentSessionId: SESSION, reason: 'exit' });
  await kept();
  // The next prompt is public, and so is the work for it.
  await PROMPTS[way]!('Run the tests.');
  for (const [name, work] of Object.entries(WORK)) await work(`open ${name}`);
  const all = everythingIn(home.dir);
  expect(Object.keys(WORK).filter((name) => !all.includes(`open ${name}`))).toEqual([]);
  expect(all).not.toContain(CANARY);
});

it('an import with a private prompt skips its whole turn, and imports all others', async () => {
  const row = { content_session_id: 's9', project: 'shop' };
  const at = 1_700_000_000_000;
  const { stats } = await post('/api/import', {
    sessions: [{ ...row, started_at_epoch: at }],
    prompts: [
      { ...row, created_at_epoch: at + 1, prompt_number: 1, prompt_text: PROMPT },
      { ...row, created_at_epoch: at + 10, prompt_number: 2, prompt_text: 'Run the tests.' },
    ],
    observations: [
      { ...row, created_at_epoch: at + 2, type: 'discovery', title: `about ${CANARY}` },
      { ...row, created_at_epoch: at + 12, type: 'discovery', title: 'tests pass in open air' },
    ],
    summaries: [{ ...row, created_at_epoch: at + 3, request: `the ${CANARY}` }],
  });
  expect(stats).toMatchObject({ observationsImported: 1, summariesImported: 0 });
  expect(everythingIn(home.dir)).not.toContain(CANARY);
});
