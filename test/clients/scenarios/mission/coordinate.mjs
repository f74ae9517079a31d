// The coordinator: Claude Code sets up the mission in one session, and decides and hands over in the next.
import assert from 'node:assert/strict';
import { lastAnswer } from './answers.mjs';
import { MISSION as mission_id } from './ground.mjs';

const ours =
  ({ node, bin }) =>
  (words) =>
    `'${node}' '${bin}' coordinate ${words}`;

export async function setUp({ work, tools, lab }) {
  const cli = ours(lab.own);
  return await work([
    tools.mcp('coordination_start', { mission_id, objective: 'Find why users are logged out' }),
    tools.mcp('coordination_worker_create', { mission_id, worker_id: 'worker-a' }),
    tools.mcp('coordination_assign', {
      mission_id,
      worker_id: 'worker-a',
      assignment: 'Run the test of the session',
      lease_minutes: 60,
    }),
    tools.shell(cli(`worker create ${mission_id} worker-b`)),
    tools.shell(cli(`assign ${mission_id} worker-b 'Read the documents' --lease-minutes 30`)),
  ]);
}

export async function decide({ work, tools, lab }) {
  const call = (name, more = {}) => tools.mcp(`coordination_${name}`, { mission_id, ...more });
  const [code, cache, docs, guess] = [
    'a:finding:1',
    'a:finding:2',
    'b:finding:1',
    'b:finding:2',
  ].map((id) => `worker-${id}`);
  const missing = (answer, pattern) => {
    assert.equal(answer.error?.code, 'conflict');
    assert.match(answer.error.message, pattern);
  };
  let checkout;
  return await work([
    call('merge_brief'),
    ({ body }) => {
      const brief = lastAnswer(body);
      assert.deepEqual(
        brief.conflicts.map((each) => each.finding_ids.toSorted()),
        [[code, docs]],
      );
      assert.deepEqual(
        brief.stale_findings.map((each) => each.finding_id),
        [cache],
      );
      assert.deepEqual(brief.pending_findings.map((each) => each.finding_id).toSorted(), [
        code,
        cache,
        docs,
        guess,
      ]);
      return call('promote', { finding_id: code });
    },
    ({ body }) => {
      missing(
        lastAnswer(body),
        /Missing: an accepted review; .*conflict about session\.max_age with worker-b:finding:1/,
      );
      return call('review_finding', { finding_id: guess, status: 'accepted' });
    },
    call('promote', { finding_id: guess }),
    ({ body }) => {
      missing(lastAnswer(body), /Missing: evidence\./);
      return call('approval_packet');
    },
    ({ body }) => {
      const packet = lastAnswer(body);
      assert.deepEqual(packet.decisions_template.map(({ finding_id }) => finding_id).toSorted(), [
        code,
        cache,
        docs,
        guess,
      ]);
      const stale = packet.findings.find(({ finding_id }) => finding_id === cache);
      assert.match(stale.missing.join(), /not stale/);
      return call('apply_approval', {
        packet_id: packet.packet_id,
        decisions: [
          { finding_id: docs, status: 'rejected', rationale: 'The document is out of date' },
          { finding_id: code, status: 'accepted', rationale: 'The test shows it', promote: true },
          { finding_id: cache, status: 'deferred', rationale: 'The file changed' },
          { finding_id: guess, status: 'rejected', rationale: 'No evidence' },
        ],
      });
    },
    ({ body }) => {
      const { reviewed_count, promoted_count } = lastAnswer(body);
      assert.deepEqual([reviewed_count, promoted_count], [4, 1]);
      return call('handoff', {
        summary: 'maxAge is 60 seconds',
        next_steps: ['Raise it to a day'],
        risks: ['The document says an hour'],
      });
    },
    ({ body }) => {
      assert.equal(lastAnswer(body).handoff_id, `${mission_id}:handoff:1`);
      return call('checkout', { query: 'Why are users logged out?' });
    },
    ({ body }) => {
      checkout = lastAnswer(body);
      assert.deepEqual(
        checkout.accepted_findings.map((each) => each.finding_id),
        [code],
      );
      return call('record_synthesis_artifact', {
        checkout,
        decision_scope: 'handoff',
        handoff_id: `${mission_id}:handoff:1`,
      });
    },
    ({ body }) => {
      const { accepted_finding_ids, handoff_event_ref, proof_seq } = lastAnswer(body);
      assert.deepEqual(accepted_finding_ids, [code]);
      assert.ok(handoff_event_ref.seq > 0);
      return call('proof_trace', { proof_seq });
    },
    ({ body }) => {
      const trace = lastAnswer(body);
      assert.equal(trace.verified, true);
      const refs = ['review', 'promotion', 'worker_source'].flatMap(
        (role) => trace[`${role}_event_refs`],
      );
      assert.deepEqual(
        refs.map(({ holds }) => holds),
        [true, true, true],
      );
      return tools.shell(ours(lab.own)(`proof ${mission_id} --handoff-id ${mission_id}:handoff:1`));
    },
  ]);
}
