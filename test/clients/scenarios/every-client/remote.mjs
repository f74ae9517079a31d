// The memory of another machine, over HTTP with a token. The server has a separate home and project.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { writeFile } from '../../lab/files.mjs';
import { assertWentWell, onlyOne, scenario } from '../../lab/scenario.mjs';

const SESSION = 'agent-1';
const DECISION = {
  event_type: 'decision.made',
  actor: 'assistant',
  payload: { title: 'Anchors are painted red', rationale: 'divers see them' },
};

/** Our command serves another folder; this client's settings for it are those that `ide-config` prints. */
async function connectOverHttp({ client, lab }) {
  const home = path.join(lab.root, 'server');
  const project = path.join(home, 'memory');
  fs.mkdirSync(project, { recursive: true, mode: 0o700 });
  // A separate repository: folders above it belong to other projects.
  execFileSync('git', ['init', '-q', '--template='], { cwd: project, env: lab.environment });
  const token = randomBytes(24).toString('hex');
  writeFile(path.join(home, 'token'), token, 0o600);
  const child = spawn(
    lab.own.node,
    [lab.own.bin, 'serve', '--transport', 'http', '--port', '0', '--json'],
    {
      cwd: project,
      env: {
        PATH: lab.environment.PATH,
        HOME: home,
        HOOKLOOM_WORKER_AUTOSTART: 'false',
        MCP_REMOTE_AUTH_TOKEN_FILE: path.join(home, 'token'),
      },
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: true,
    },
  );
  lab.started.add(child.pid);
  const said = await new Promise((resolve) => child.stdout.once('data', resolve));
  const { port } = new URL(JSON.parse(String(said)).url);
  const scope =
    client.name === 'codex' ? ['--codex-config-scope', 'project', '--codex-trusted-project'] : [];
  const server = ['--transport', 'http', '--port', port, '--session-id', SESSION];
  await lab.hookloom(['ide-config', client.name, '--install', ...server, ...scope]);
  const folder = path.join(project, '.eventloom');
  return { token, events: () => lab.events(folder), files: () => fs.readdirSync(folder) };
}

export const remote = [
  scenario(
    'a client with a token uses the memory of another machine over HTTP, in its own session',
    async (kit) => {
      const { work, tools, lab } = kit;
      const { token, events, files } = await connectOverHttp(kit);
      const query = 'How are anchors painted?';
      const session = await work(
        [tools.mcp('memory_append', DECISION), tools.mcp('memory_checkout', { query })],
        { env: { MCP_REMOTE_AUTH_TOKEN: token } },
      );
      assertWentWell(session);
      const made = onlyOne(events(), ({ type }) => type === 'decision.made', 'the decision');
      assert.equal(made.threadId, SESSION);
      assert.ok(files().includes(`${SESSION}.jsonl`), `no log of ${SESSION}`);
      const answer = session.told.at(-1);
      assert.match(answer, /current_facts/);
      assert.match(answer, /Anchors are painted red/);
      assert.ok(answer.includes(`eventloom://${SESSION}/events/`), 'the answer cites nothing');
      assert.deepEqual(lab.events(), [], 'this machine has events of its own now');
      assert.ok(!session.wasTold(token), 'the model was told the token');
    },
    { connected: false, reduced: true },
  ),
  scenario(
    'a client with a wrong token continues without the memory over HTTP, and nothing is written there',
    async (kit) => {
      const { run, tools, client } = kit;
      const { token, events } = await connectOverHttp(kit);
      const session = await run({
        prompt: 'Please do the task.',
        turns: [{ calls: [tools.shell('echo worked-on')] }, { text: 'All done.' }],
        env: { MCP_REMOTE_AUTH_TOKEN: `${token}x` },
      });
      assertWentWell(session);
      assert.ok(session.wasTold('worked-on'), 'the tool did not run');
      const { needs } = tools.mcp('memory_append', {});
      for (const { body } of session.asked)
        assert.ok(!client.isOffered(body, needs), 'the memory was offered');
      // The server begins the log of its own session when it starts.
      assert.deepEqual(
        events().filter(({ type }) => type !== 'session.genesis'),
        [],
      );
    },
    { connected: false },
  ),
];
