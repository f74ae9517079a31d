/** Context for a prompt comes from what the worker prepares, and only while that is valid. */
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startCommand } from './command-line.ts';
import { freshFolder, type Folder } from './folder.ts';

const TOOLS =
  'Redis Kafka Vault Grafana Terraform Playwright Sentry Nginx Ansible Consul Jenkins Solr Puppet Varnish Celery Airflow Druid Presto Flink Spark Zabbix Nagios Bazel Gradle Maven Webpack Rollup Babel Istio Envoy Harbor Hadoop'.split(
    ' ',
  );
/** So long that a session start cannot include all of them. */
const MORE = ', and its people run that in the north and in the south, on machines of their own';
const log = '.eventloom/shop-default.jsonl';
/** Each question starts a process, so the worker has read the lines long before. */
const MOST_ASKED = 200;
const QUESTION = 'How long do we keep Redis for the team number 0?';

let folder: Folder;
beforeEach(() => {
  folder = freshFolder();
  for (const [at, tool] of TOOLS.entries())
    say(`We use ${tool} for the team number ${at}${MORE}.`, 'first');
  start('first');
  folder.write('.local/state/hookloom/worker.json', JSON.stringify({ pid: process.pid }));
});
afterEach(() => folder.remove());

function hook(payload: object, inject: string[] = []): string {
  const flags = ['--eventloom-path', path.join(folder.path, '.eventloom')];
  const { status, stdout, stderr } = startCommand(
    folder,
    ['hook', 'claude-code', ...flags, '--session-id', 'shop-default', ...inject],
    { input: JSON.stringify({ cwd: folder.path, ...payload }) },
  );
  expect([status, stderr]).toEqual([0, '']);
  return stdout === '' ? '' : JSON.parse(stdout).hookSpecificOutput.additionalContext;
}
function say(prompt: string, session: string, inject: string[] = []): string {
  return hook({ hook_event_name: 'UserPromptSubmit', session_id: session, prompt }, inject);
}
function start(session: string, source = 'startup'): string {
  const payload = { hook_event_name: 'SessionStart', source, session_id: session };
  return hook(payload, ['--inject=session']);
}
const ask = (prompt = QUESTION, session = 'second') => say(prompt, session, ['--inject=prompt']);
const stateFile = (...names: string[]) => path.join(folder.path, '.local/state/hookloom', ...names);
function readyFile(): string {
  return stateFile('ready', fs.readdirSync(stateFile('ready'))[0]!);
}

it('adds what the session start left out, cited and recorded', () => {
  expect(start('second')).not.toContain('Redis');
  const text = ask();
  expect(text).toMatch(
    /^<hookloom-context>\n[\s\S]*\n\d+ We use Redis[\s\S]*<\/hookloom-context>$/,
  );
  expect(text).toContain('eventloom://shop-default/events/NUMBER');
  expect(Buffer.byteLength(text) / 4).toBeLessThan(600);
  const last = JSON.parse(folder.read(log).trimEnd().split('\n').at(-1)!);
  expect(last).toMatchObject({
    type: 'context.injected',
    payload: { session_id: 'second', bytes: Buffer.byteLength(text) },
  });
});

it('adds nothing if nothing is related to the prompt, or the session start contained it', () => {
  const held = 'Which team uses Hadoop for number 31?';
  for (const prompt of ['fix the typo', 'run the tests', 'thanks', held])
    expect(ask(prompt)).toBe('');
});

it('adds nothing if the installed command does not ask for it', () => {
  expect(say(QUESTION, 'second')).toBe('');
  expect(say(QUESTION, 'second', ['--inject=session'])).toBe('');
});

it('adds each line only once in a session, and again after a compaction', () => {
  expect(ask()).toContain('Redis');
  // The session start updates the context instead of the worker.
  fs.rmSync(stateFile('worker.json'));
  start('other');
  folder.write('.local/state/hookloom/worker.json', JSON.stringify({ pid: process.pid }));
  expect(ask()).toBe('');
  fs.rmSync(stateFile('worker.json'));
  start('second', 'compact');
  start('second', 'compact');
  folder.write('.local/state/hookloom/worker.json', JSON.stringify({ pid: process.pid }));
  expect(ask()).toContain('Redis');
});

it('adds nothing without a worker, or while the worker is behind', () => {
  say('No, we dropped Redis for the team.', 'second');
  expect(ask()).toBe('');
  fs.rmSync(stateFile('worker.json'));
  expect(ask(QUESTION, 'third')).toBe('');
});

it('adds nothing after something was forgotten', async () => {
  const ready = fs.readFileSync(readyFile());
  const file = readyFile();
  await folder.run(['memory', 'forget', 'Kafka', '--yes']);
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  fs.writeFileSync(file, ready, { mode: 0o600 });
  expect(ask()).toBe('');
});

it('adds no line whose event was edited in the log', () => {
  folder.write(log, folder.read(log).replace('We use Redis', 'We ban Redis'));
  expect(ask()).toBe('');
});

it('answers a question in other words once the worker has read the lines', async () => {
  fs.rmSync(stateFile('worker.json'));
  await folder.run(['up', '--detach', '--port', '0']);
  try {
    let text = '';
    for (let at = 0; !text.includes('Kafka') && at < MOST_ASKED; at++)
      text = ask('Which message broker have the people of the second crew chosen?', `s-${at}`);
    expect(text).toMatch(/^<hookloom-context>\n[\s\S]*\n\d+ We use Kafka/);
    expect(ask('Clean up the imports of the message broker, and add a test', 'other')).toBe('');
    // The answer to a hook that gave up is removed too.
    await vi.waitFor(() => expect(fs.readdirSync(stateFile('asked'))).toEqual([]), 20_000);
  } finally {
    await folder.run(['down']);
  }
});
