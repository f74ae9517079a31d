/** Coordinators, each a client with its own server process: two decide at the same moment, one is killed. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { initialize, temporaryWorkspace, type Workspace } from './serving.ts';

const mission_id = 'login-bug';
const worker_id = 'w1';
const FINDINGS = 5;
/** From before the write to after it, on an idle machine. */
const KILLED_AFTER_MS = [0, 10, 20, 40, 400];

let workspace: Workspace;
beforeEach(() => {
  workspace = temporaryWorkspace();
});
afterEach(() => workspace.close());

test('one of them succeeds, and the other is told which decision came first', async () => {
  const serve = async (...args: string[]) => {
    const serving = workspace.serve({ args: ['--profile', 'full', ...args] });
    await initialize(serving);
    return serving;
  };
  const [anna, ben] = [await serve('--role', 'coordinator'), await serve('--role', 'coordinator')];
  await anna.call('coordination_start', { mission_id, objective: 'Find the cause' });
  await anna.call('coordination_worker_create', { mission_id, worker_id });
  const codex = await serve();
  const ids: string[] = [];
  for (let at = 0; at < FINDINGS; at++) {
    const finding = { mission_id, worker_id, summary: `Seen ${at}` };
    ids.push((await codex.call('coordination_report_finding', finding)).finding_id);
  }
  const packet = () => anna.call('coordination_approval_packet', { mission_id });
  for (const finding_id of ids) {
    const { packet_id } = await packet();
    const decide = (by: typeof anna, status: string) => {
      const decisions = [{ finding_id, status }];
      return by.call('coordination_apply_approval', { mission_id, packet_id, decisions });
    };
    const answers = await Promise.all([decide(anna, 'accepted'), decide(ben, 'rejected')]);
    const [won, ...others] = answers.filter(({ error }) => error === undefined);
    expect(others).toEqual([]);
    const [refused] = answers.flatMap(({ error }) => error ?? []);
    expect(refused.code).toBe('conflict');
    const status = won === answers[0] ? 'accepted' : 'rejected';
    expect(refused.message).toContain(`Decided first: ${finding_id} is ${status} by`);
    expect(refused.message).toContain(won.events[0].citation);
  }
  const brief = await anna.call('coordination_merge_brief', { mission_id });
  expect(brief.accepted_findings.length + brief.rejected_findings.length).toBe(FINDINGS);
});

test('a killed coordinator has applied all of an approval or nothing', async () => {
  const serve = async () => {
    const serving = workspace.serve({ args: ['--profile', 'full', '--role', 'coordinator'] });
    await initialize(serving);
    return serving;
  };
  let lead = await serve();
  await lead.call('coordination_start', { mission_id, objective: 'Find the cause' });
  await lead.call('coordination_worker_create', { mission_id, worker_id });
  let decided = 0;
  for (const waitMs of KILLED_AFTER_MS) {
    const ids: string[] = [];
    for (let at = 0; at < FINDINGS; at++) {
      const finding = { mission_id, worker_id, summary: `Seen ${waitMs} and ${at}` };
      ids.push((await lead.call('coordination_report_finding', finding)).finding_id);
    }
    const decisions = ids.map((finding_id) => ({ finding_id, status: 'rejected' }));
    const applied = lead.call('coordination_apply_approval', { mission_id, decisions });
    applied.catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    lead.child.kill('SIGKILL');
    await lead.exit;
    lead = await serve();
    const { rejected_findings } = await lead.call('coordination_merge_brief', { mission_id });
    const now = rejected_findings.length;
    expect([0, FINDINGS]).toContain(now - decided);
    decided = now;
  }
});
