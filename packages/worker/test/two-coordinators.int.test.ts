/** Two coordinators, each a client with a server process of its own, decide at the same moment. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { initialize, temporaryWorkspace, type Workspace } from './serving.ts';

const mission_id = 'login-bug';
const worker_id = 'w1';
const FINDINGS = 5;

let workspace: Workspace;
beforeEach(() => {
  workspace = temporaryWorkspace();
});
afterEach(() => workspace.close());

test('one of them wins, and the other is told which decision came first', async () => {
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
}, 60_000);
