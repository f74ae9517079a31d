// The workers: Codex runs the test and reports over MCP and on the command line, Gemini CLI reads the documents.
import assert from 'node:assert/strict';
import { assertTold } from '../../lab/scenario.mjs';
import { codexRole, MISSION as mission_id } from './ground.mjs';
import { lastAnswer, lastRefusal } from './answers.mjs';

export const TEST = 'node --test test/session.test.mjs';
const GREP = 'grep -n maxAge src/session.js';
export const IN_CODE = 'Sessions end after a minute because maxAge is 60';
export const IN_CACHE = 'The cache keeps entries for 300 seconds';
export const IN_DOCS = 'The documents say that a session lives for an hour';

export async function findByTesting({ work, tools, lab }) {
  const worker_id = 'worker-a';
  const { node, bin } = lab.own;
  const cli = `'${node}' '${bin}' coordinate report ${mission_id} ${worker_id} '${IN_CACHE}' --file src/cache.js:1`;
  const session = await work(
    [
      tools.mcp('coordination_checkout', { mission_id }),
      ({ body }) => {
        const { assignments, accepted_findings } = lastAnswer(body);
        assert.deepEqual(
          assignments.map((each) => [each.worker_id, each.assignment, each.status]),
          [[worker_id, 'Run the test of the session', 'assigned']],
        );
        assert.ok(Date.parse(assignments[0].expires_at) > Date.now(), 'the lease has no end');
        assert.deepEqual(accepted_findings, []);
        return tools.shell(TEST);
      },
      tools.shell(GREP),
      tools.mcp('coordination_report_finding', {
        mission_id,
        worker_id,
        summary: IN_CODE,
        claim_key: 'session.max_age',
        claim_value: '60',
        evidence: [
          { kind: 'file', reference: 'src/session.js:1' },
          { kind: 'command', reference: GREP },
          { kind: 'test', reference: TEST },
        ],
      }),
      ({ body }) => {
        const { finding_id, evidence } = lastAnswer(body);
        assert.equal(finding_id, 'worker-a:finding:1');
        assert.deepEqual(
          evidence.map(({ kind, state, reason }) => [kind, state, reason]),
          ['file', 'command', 'test'].map((kind) => [kind, 'resolved', null]),
        );
        assert.match(evidence[0].snapshot.blob, /^sha256:[0-9a-f]{64}$/);
        for (const run of evidence.slice(1)) assert.equal(run.snapshot.exit_code, 0);
        return tools.shell(cli);
      },
      // It cannot decide on its own finding.
      tools.shell(
        `'${node}' '${bin}' coordinate review ${mission_id} ${worker_id}:finding:1 accepted`,
      ),
    ],
    { args: codexRole(['--role', 'worker', '--session-id', worker_id]) },
  );
  assertTold(session, 'This agent reported worker-a:finding:1, so it is a worker');
  return session;
}

export async function findByReading({ work, tools }) {
  const worker_id = 'worker-b';
  return await work([
    tools.read('docs/session.md'),
    tools.mcp('coordination_report_finding', {
      mission_id,
      worker_id,
      summary: IN_DOCS,
      claim_key: 'session.max_age',
      claim_value: '3600',
      evidence: [{ kind: 'file', reference: 'docs/session.md' }],
    }),
    tools.mcp('coordination_report_finding', {
      mission_id,
      worker_id,
      summary: 'A guess without evidence',
    }),
    tools.mcp('coordination_checkout', { mission_id, include_diagnostics: true }),
    ({ body }) => {
      assert.equal(lastRefusal(body), 'permission_denied', 'a worker saw pending rows');
      return tools.mcp('coordination_checkout', { mission_id });
    },
    ({ body }) => {
      const answer = lastAnswer(body);
      assert.deepEqual([answer.accepted_findings, answer.pending_findings], [[], []]);
      assert.deepEqual(
        answer.assignments.map((each) => each.worker_id),
        [worker_id],
      );
      return tools.mcp('memory_query', { query: 'why do sessions end after a minute?' });
    },
  ]);
}
