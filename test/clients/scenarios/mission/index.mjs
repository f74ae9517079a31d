// One mission with real agents: Claude Code coordinates, Codex and Gemini CLI work, over MCP and on the command line.
import assert from 'node:assert/strict';
import { assertNotTold, assertWentWell, kitOf, scenario } from '../../lab/scenario.mjs';
import { decide, setUp } from './coordinate.mjs';
import { FILES, giveRole, MISSION } from './ground.mjs';
import { findByReading, findByTesting, IN_CODE, IN_DOCS } from './work.mjs';

export const mission = scenario(
  'a mission of three agents ends with a proof with only valid references',
  async (kit) => {
    const { lab, beside } = kit;
    const [codex, gemini] = ['codex', 'gemini'].map((name) => kitOf(beside[name], lab));
    for (const worker of [codex, gemini]) {
      worker.client.prepare(lab);
      await worker.connect();
    }
    giveRole(kit, '.mcp.json', '--role coordinator');
    giveRole(kit, '.gemini/settings.json', '--role worker --session-id worker-b');

    assertWentWell(await setUp(kit));
    const [tester, reader] = await Promise.all([findByTesting(codex), findByReading(gemini)]);
    // Someone changes a file that a finding rests on.
    kit.write('src/cache.js', 'export const ttl = 5;\n');
    const decided = await decide(kit);

    for (const session of [tester, reader, decided]) assertWentWell(session);
    // Pending findings stay with the worker that reported them.
    assertNotTold(reader, IN_CODE);
    assertNotTold(tester, IN_DOCS);
    const { stdout } = await lab.hookloom(['coordinate', 'inspect', MISSION, '--json']);
    const { handoffs, proofs } = JSON.parse(stdout);
    assert.deepEqual(handoffs[0].proof_seqs, [proofs[0].proof_seq]);
    assert.equal(proofs[0].verified, true);
  },
  { beside: ['codex', 'gemini'], files: FILES, reduced: true },
);
