/** `prepare DIR` or `approve DIR`: a mission with findings to decide on, and the decision, on a faulty file system. */
import { changes } from '@hookloom/log/testing';
import { resolveWorkspace } from '@hookloom/core/settings';
import { writeSync } from 'node:fs';
import { openRuntime } from '../../src/compose.ts';
import { approvalPacket } from '../../src/missions/approval-packet.ts';
import { applyApproval } from '../../src/missions/decide.ts';
import { reportFinding } from '../../src/missions/report-finding.ts';
import { createWorker, startMission } from '../../src/missions/run-mission.ts';
import type { Caller } from '../../src/operations/context.ts';

const [what, root] = process.argv.slice(2) as [string, string];
const mission_id = 'login-bug';
const lead: Caller = { channel: 'model', client: 'claude-code', connection: 'lead' };
const worker: Caller = { channel: 'model', client: 'codex', connection: 'worker' };

async function main(): Promise<void> {
  const workspace = resolveWorkspace({ cwd: root, env: { ZAXY_DOMAIN: 'demo' } });
  const { context, close } = await openRuntime(workspace);
  if (what === 'prepare') {
    await startMission(context, { mission_id, objective: 'Find the cause' }, lead);
    await createWorker(context, { mission_id, worker_id: 'w1' }, lead);
    for (const at of [1, 2, 3]) {
      const evidence = [{ kind: 'file' as const, reference: 'a.txt' }];
      const summary = `Finding ${at}`;
      const request = { mission_id, worker_id: 'w1', summary, evidence };
      await reportFinding(context, request, worker);
    }
  } else {
    const { packet_id, findings } = await approvalPacket(context, { mission_id }, lead);
    const decisions = findings.map(({ finding_id }) => ({
      finding_id,
      status: 'accepted' as const,
      promote: true,
    }));
    await applyApproval(context, { mission_id, packet_id, decisions }, lead);
  }
  await close();
}

main().then(
  () => writeSync(1, JSON.stringify({ changes: changes() })),
  (error: { code: string; message: string }) =>
    writeSync(1, JSON.stringify({ code: error.code, message: error.message })),
);
