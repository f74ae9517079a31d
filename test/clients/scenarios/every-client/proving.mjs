// A person can see that a client is connected.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { assertWentWell, scenario } from '../../lab/scenario.mjs';

/** A PATH on which the client is found by its name, as after `npm install -g`. */
function pathWith(client, lab) {
  const folder = path.join(lab.root, 'bin');
  fs.mkdirSync(folder);
  fs.symlinkSync(client.binary, path.join(folder, client.program));
  return { PATH: `${folder}:${lab.environment.PATH}` };
}

export const proving = [
  scenario(
    'hook-status shows that the client is connected, and what it did last',
    async ({ client, lab, work, tools }) => {
      assertWentWell(await work([tools.shell('echo something')]));
      const { clients, capture_readiness } = await lab.hookloomJson(['hook-status']);
      const own = clients[client.name];
      assert.equal(own.installed, true);
      assert.equal(own.latest_event.source, client.name);
      for (const type of ['command.completed', 'tool.call.completed', 'transcript.turn'])
        assert.ok(capture_readiness.active_observation_types.includes(type), `${type} is missing`);
      for (const [name, { installed }] of Object.entries(clients))
        assert.equal(installed, name === client.name, `${name}: installed is ${installed}`);
    },
  ),
  scenario(
    'doctor sends a probe through the configured command, and finds no fault',
    async ({ client, lab, work, tools }) => {
      assertWentWell(await work([tools.shell('echo something')]));
      const made = await lab.hookloom(['doctor', '--client', client.name, '--live'], {
        mayFail: true,
        env: pathWith(client, lab),
      });
      const rows = made.stdout.split('\n');
      assert.deepEqual(
        rows.filter((row) => /^(error|broken|fail)/.test(row)),
        [],
        made.stdout,
      );
      for (const name of [`client.${client.name}`, `mcp.${client.name}`, `live.${client.name}`])
        assert.ok(
          rows.some((row) => row.startsWith('ok ') && row.includes(` ${name}:`)),
          `${name} is not well:\n${made.stdout}${made.stderr}`,
        );
    },
    { reduced: true },
  ),
  scenario(
    'doctor reports a recorded session that began in a subfolder',
    async ({ client, lab, run }) => {
      const session = await run({
        prompt: 'Work in the folder below.',
        turns: [{ text: 'All done.' }],
        cwd: lab.inProject('src'),
      });
      assertWentWell(session);
      const { rows } = await lab.hookloomJson(['doctor', '--client', client.name]);
      const told = rows.find(({ id }) => id === `started_below.${client.name}`);
      assert.equal(told.status, 'ok', JSON.stringify(told));
      assert.match(told.message, /began in src, and is recorded\./);
    },
  ),
];
