import { expect, it } from 'vitest';
import { projectedRuntime } from '../../test/fixture.ts';
import type { Caller } from '../operations/context.ts';
import { auditPage } from './audit-page.ts';
import { inspectMission } from './inspect.ts';
import { reportFinding } from './report-finding.ts';
import { createWorker, startMission } from './run-mission.ts';

const lead: Caller = { channel: 'model', client: 'claude-code', clientSession: 'c1' };
const codex: Caller = { channel: 'model', client: 'codex', connection: 'x1' };
const mission_id = 'login-bug';

it('names both sides of a conflict in words and escapes them', async () => {
  const { runtime } = await projectedRuntime();
  const { context } = runtime;
  await startMission(context, { mission_id, objective: 'Find the cause' }, lead);
  for (const [worker_id, claim_value] of [
    ['w1', '60'],
    ['w2', '3600'],
  ] as const) {
    await createWorker(context, { mission_id, worker_id }, lead);
    const summary = `It lasts <${claim_value}> seconds`;
    const finding = { mission_id, worker_id, summary, claim_key: 'ttl', claim_value, evidence: [] };
    await reportFinding(context, finding, codex);
  }
  const mission = await inspectMission(context, { mission_id }, lead);
  const page = auditPage(mission, '2026-11-27T11:36:56.217Z');
  expect(page).toContain('This page was made on 27 Nov 2026, 11:36 UTC');
  expect(page).toContain(
    'ttl: w1 reports “It lasts &lt;60&gt; seconds”; w2 reports “It lasts &lt;3600&gt; seconds”',
  );
});
