// The project of the mission, and the role that each agent's server has in it.
import fs from 'node:fs';

export const MISSION = 'login-bug';

/** Contains two different statements about one value, so that the workers disagree. */
export const FILES = {
  'src/session.js': 'export const maxAge = 60;\n',
  'src/cache.js': 'export const ttl = 300;\n',
  'docs/session.md': '# Sessions\n\nA session cookie lives for 3600 seconds.\n',
  'test/session.test.mjs': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maxAge } from '../src/session.js';
test('a session ends after a minute', () => assert.equal(maxAge, 60));
`,
  'package.json': '{ "type": "module" }\n',
};

const SERVE = 'hookloom-hook serve';

/** Adds `--role` to the server in the settings of a project, as docs/how-to/run-a-mission.md says. */
export function giveRole(kit, file, role) {
  const before = kit.text(file);
  const after = before.replace(SERVE, `${SERVE} ${role}`);
  if (after === before) throw new Error(`${file} starts no server of ours`);
  fs.writeFileSync(kit.lab.inProject(file), after);
}

/** The same for one run of Codex. */
export const codexRole = (words) => [
  '-c',
  `mcp_servers.hookloom.args=${JSON.stringify(['serve', ...words])}`,
];
