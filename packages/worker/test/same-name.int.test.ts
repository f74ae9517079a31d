/** Two repositories whose folders have the same name, over the complete worker. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startWorker, type RunningWorker } from '../src/up.ts';
import { ask, temporaryHome, type Home } from './living.ts';

let home: Home;
let worker: RunningWorker;
beforeEach(async () => {
  home = temporaryHome();
  worker = await startWorker(home.options);
});
afterEach(async () => {
  await worker.close();
  home.remove();
});

function git(cwd: string, ...args: string[]): void {
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
    cwd,
    stdio: 'ignore',
    env: { PATH: home.env['PATH'], HOME: home.dir },
  });
}

function repository(name: string): string {
  const folder = home.folder(name);
  git(folder, 'init', '-q', '-b', 'main');
  git(folder, 'commit', '-q', '--allow-empty', '-m', `first of ${name}`);
  return folder;
}

async function call(route: string, body?: object): Promise<string> {
  const token = fs.readFileSync(worker.tokenFile, 'utf8').trim();
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const method = body === undefined ? 'GET' : 'POST';
  const options = { method, path: route, headers };
  const { status, text } = await ask(worker.port, options, body && JSON.stringify(body));
  expect([route, status]).toEqual([route, 200]);
  return text;
}

/** A session in a folder: a prompt, an edit, its end; every text names it. */
async function work(cwd: string, word: string): Promise<void> {
  const session = { contentSessionId: `session-${word}`, cwd, project: path.basename(cwd) };
  await call('/api/sessions/init', { ...session, prompt: `Please paint the ${word} door` });
  await call('/api/sessions/observations', {
    ...session,
    tool_name: 'Edit',
    tool_use_id: `t-${word}`,
    tool_input: { file_path: path.join(cwd, `${word}.ts`) },
    tool_response: { success: true },
  });
  const last_assistant_message = `The ${word} door is painted.`;
  await call('/api/sessions/summarize', { ...session, last_assistant_message });
}

async function settled(): Promise<void> {
  while (JSON.parse(await call('/api/pending-queue')).depth > 0)
    await new Promise((resolve) => setTimeout(resolve, 20));
}

const WORDS = ['crimson', 'indigo', 'amber'];
const wordsIn = (text: string): string[] => WORDS.filter((word) => text.includes(word));

/** What is known about a folder, or a name: over injection, search and every list. */
async function known(where: { cwd?: string; project: string }): Promise<string[][]> {
  const project = encodeURIComponent(where.project);
  const folder = where.cwd === undefined ? '' : `&cwd=${encodeURIComponent(where.cwd)}`;
  const routes = [
    `/api/context/inject?project=${project}${folder}`,
    `/api/search?query=door&project=${project}&format=json`,
    `/api/observations?project=${project}&limit=100`,
    `/api/prompts?project=${project}&limit=100`,
    `/api/summaries?project=${project}&limit=100`,
    `/api/sessions?project=${project}&limit=100`,
  ];
  const answers = await Promise.all(routes.map((route) => call(route)));
  return answers.map(wordsIn);
}

/** The same for each of the routes. */
const six = (...words: string[]): string[][] => Array.from({ length: 6 }, () => words);

it('two repositories with the same folder name share nothing in injection, search and lists; a worktree does', async () => {
  const one = repository('acme/shop');
  const other = repository('globex/shop');
  git(one, 'worktree', 'add', '-q', path.join(home.dir, 'shop-wt'));
  const tree = path.join(home.dir, 'shop-wt');
  await work(one, 'crimson');
  await work(other, 'indigo');
  await work(tree, 'amber');
  await settled();
  const projects = await Promise.all(
    [one, other, tree].map(async (folder) => (await worker.workspaces.forFolder(folder)).project),
  );
  expect(projects[2]).toEqual(projects[0]);
  expect(projects[1]!.id).not.toBe(projects[0]!.id);
  expect(projects[1]!.alias).not.toBe(projects[0]!.alias);
  const [first, second] = projects;
  for (const [project, cwd] of [
    [first!.alias, one],
    [first!.id, tree],
    // The folder decides if the name belongs to another project.
    [first!.alias, tree],
  ] as const)
    expect(await known({ project, cwd })).toEqual(six('crimson', 'amber'));
  expect(await known({ project: second!.alias, cwd: other })).toEqual(six('indigo'));
  expect(await known({ project: second!.alias })).toEqual(six('indigo'));
  // A client that knows the folder only by its name: the name is the first one's, the folder is not.
  const inject = `/api/context/inject?project=shop&cwd=${encodeURIComponent(other)}`;
  expect(wordsIn(await call(inject))).toEqual(['indigo']);
});

it('a client that sends only the name gets the last used project, and the names of the others', async () => {
  const [one, other] = [repository('acme/shop'), repository('globex/shop')];
  await work(one, 'crimson');
  await work(other, 'indigo');
  await settled();
  const aliasOf = async (folder: string) =>
    (await worker.workspaces.forFolder(folder)).project.alias;
  const [first, second] = [await aliasOf(one), await aliasOf(other)];
  const session = { contentSessionId: 'of-an-editor', project: 'shop' };
  const init = async (prompt: string) =>
    JSON.parse(await call('/api/sessions/init', { ...session, prompt }));
  expect(await init('Please paint the amber door')).toMatchObject({
    project: second,
    namesakes: [second, first],
  });
  // A session stays where it began, even if another project is used meanwhile.
  await work(one, 'crimson');
  expect(await init('And the amber window')).not.toHaveProperty('namesakes');
  expect(wordsIn(await call(`/api/prompts?project=${second}`))).toEqual(['indigo', 'amber']);
});
