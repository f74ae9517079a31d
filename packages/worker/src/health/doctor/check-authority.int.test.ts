/** Doctor names what an older version let a caller append, with its place. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { byOperation } from '@hookloom/core/events';
import { resolveWorkspace } from '@hookloom/core/settings';
import { openJsonlStore } from '@hookloom/log';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { checkAuthority } from './check-authority.ts';
import type { DoctorRow, Examination } from './row.ts';

let base: string;
beforeEach(() => {
  base = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-authority-'));
});
afterEach(() => fs.rmSync(base, { recursive: true, force: true }));

it('names the events that only a tool may write, and no others', async () => {
  const workspace = resolveWorkspace({ cwd: base, env: { ZAXY_DOMAIN: 'shop' } });
  const { session } = workspace;
  const look = async (): Promise<DoctorRow> => {
    const evidence = { log: { sessions: [{ session }] } };
    return [await checkAuthority({ workspace, evidence } as unknown as Examination)].flat()[0]!;
  };
  const store = openJsonlStore({ dir: workspace.eventloomDir });
  const event = (type: string, payload = {}, more = {}) => ({
    type,
    actorId: 'assistant',
    payload,
    origin: { channel: 'model' as const, ...more },
  });
  await store.append(session, [
    event('decision.made', { decision: 'Use JSONL', note: '"type":"skill.validated"' }),
    byOperation(event('skill.proposed', { skill_id: 'a', summary: 'b' })),
    event('hook.heartbeat'),
    event('skill.validated', { skill_id: 'a' }, { written_by: 'archive' }),
  ]);
  expect(await look()).toMatchObject({ id: 'unauthorised_state', status: 'ok' });
  await store.append(session, [
    event('coordination.finding.promoted', { finding: 'x' }),
    event('skill.validated', { skill_id: 'a' }),
    event('hook.trusted', {}, { written_by: 'memory_append' }),
  ]);
  await store.close();
  expect(await look()).toMatchObject({
    status: 'warning',
    message: `3 events were not written by the tool that should write them: ${session} 5 coordination.finding.promoted, ${session} 6 skill.validated, ${session} 7 hook.trusted.`,
  });
});
