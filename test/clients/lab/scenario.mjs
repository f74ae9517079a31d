// The parts of a scenario: a connected client in a lab, and the queries for afterwards.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { listFiles, writeFile } from './files.mjs';
import { runSession } from './session.mjs';

/**
 * @param title A sentence that a user would agree with.
 * @param run Gets the kit below.
 * @param more `reduced`: also part of the reduced set; `connected: false`: the scenario connects the client itself;
 *   `files`: of the project; `beside`: other clients that it runs, which are in `kit.beside`.
 */
export const scenario = (title, run, more = {}) => ({ title, run, ...more });

/** The shared scenarios without those that a client cannot run; these stay in the report with the reason. */
export function except(shared, reasons) {
  const titles = new Set(shared.map(({ title }) => title));
  for (const title of Object.keys(reasons))
    assert.ok(titles.has(title), `no shared scenario is called: ${title}`);
  return shared.map((one) =>
    reasons[one.title] === undefined ? one : { title: one.title, cannot: reasons[one.title] },
  );
}

export function kitOf(client, lab) {
  const kit = {
    client,
    lab,
    tools: client.tools,
    names: client.names,
    /** Connects the client with our own command, as a user does. */
    connect: (args = []) => client.connect(lab, args),
    run: (request) => runSession(client, lab, request),
    /** One prompt, the calls one after another, and a last word. */
    work: (calls, more = {}) =>
      runSession(client, lab, {
        prompt: 'Please do the task.',
        turns: [...calls.map((call) => turnOf(client, call)), { text: 'All done.' }],
        ...more,
      }),
    /** Payloads of the recorded events of a type. */
    recorded: (type) =>
      lab
        .events()
        .filter((event) => event.type === type)
        .map(({ payload }) => payload),
    /** Files below `.eventloom` that contain a text, as bytes. */
    holding(text, folder = lab.inProject('.eventloom')) {
      const wanted = Buffer.from(text);
      return listFiles(folder).filter((name) => {
        const file = path.join(folder, name);
        return fs.lstatSync(file).isFile() && fs.readFileSync(file).includes(wanted);
      });
    },
    exists: (name) => fs.existsSync(lab.inProject(name)),
    text: (name) => fs.readFileSync(lab.inProject(name), 'utf8'),
    write: (name, content) => writeFile(lab.inProject(name), content),
    /** Puts a hook of the user's into the project and reviews it. */
    async hook(event, script, more = '') {
      const name = `hook-${event}.sh`;
      kit.write(`.hookloom/${name}`, `#!/bin/sh\n${script}\n`);
      const file = '.hookloom/hooks.toml';
      const before = kit.exists(file) ? kit.text(file) : '[hooks]\n';
      kit.write(
        file,
        `${before}[[hooks.${event}]]\ncommand = ["sh", ".hookloom/${name}"]\n${more}\n`,
      );
      await lab.review();
    },
    /** The same in the settings of a client that does not run here; ours runs it instead. */
    async foreignHook(event, script) {
      kit.write('.hookloom/foreign.sh', `#!/bin/sh\n${script}\n`);
      const groups = [{ hooks: [{ type: 'command', command: 'sh .hookloom/foreign.sh' }] }];
      // Claude Code and Copilot run those of Claude Code's settings by themselves.
      const file = client.readsClaudeHooks ? '.codex/hooks.json' : '.claude/settings.json';
      kit.write(file, { hooks: { [event]: groups } });
      await lab.review();
    },
    verify: async () => {
      const { code, stdout, stderr } = await lab.hookloom(['verify'], { mayFail: true });
      assert.equal(code, 0, `the log does not verify:\n${stdout}${stderr}`);
    },
  };
  return kit;
}

/** About half a minute. */
const MOST_WAITS = 80;

/**
 * Clients connect servers while they begin to work, and offer their tools from one request to the next. A model that is
 * not offered a tool yet does something else first.
 */
function turnOf(client, given) {
  let calls;
  let waits = 0;
  return ({ body }) => {
    // A call that depends on an earlier answer to the model is made once.
    calls ??= [typeof given === 'function' ? given({ body }) : given].flat();
    const { needs } = calls[0];
    if (needs === undefined) return { calls };
    if (client.isOffered(body, needs) || ++waits > MOST_WAITS) return { calls };
    // Never the same command twice, because a client may take that for a loop.
    const pause = client.tools.shell(`sleep 0.${10 + waits}`);
    return { calls: [...(client.searchTools?.(needs, body) ?? []), pause], again: true };
  };
}

/** The session ended normally, without our influence. */
export function assertWentWell(session, answer = 'All done.') {
  const seen = `exit ${session.code}, answer ${JSON.stringify(session.answer)}\n${session.stderr.slice(-2000)}`;
  assert.equal(session.timedOut, false, `the client did not end\n${seen}`);
  assert.equal(session.code, 0, `the client failed: ${seen}`);
  assert.ok(session.answer?.endsWith(answer), `the last word is missing: ${seen}`);
}

export function assertTold(session, text, from = 0) {
  const told = session.told.slice(from).at(-1)?.slice(0, 3000);
  assert.ok(
    session.wasTold(text, from),
    `the model was never told ${JSON.stringify(text)}; the last it was told began: ${told}`,
  );
}

export function assertNotTold(session, text) {
  assert.ok(!session.wasTold(text), `the model was told ${JSON.stringify(text)}`);
}

/** Returns the only payload that fits; throws otherwise. */
export function onlyOne(payloads, fits, what) {
  const found = payloads.filter(fits);
  assert.equal(found.length, 1, `${found.length} instead of one: ${what}`);
  return found[0];
}
