import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { byOperation } from '@hookloom/core/events';
import { resolveWorkspace } from '@hookloom/core/settings';
import { readReady, readyFile } from '@hookloom/hooks';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openRuntime } from '../../compose.ts';
import type { OpenWorkspace, Workspaces } from '../../workspaces/workspaces.ts';
import { keepReady } from './keep-ready.ts';

let root: string;
let open: OpenWorkspace;
beforeEach(async () => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-ready-'));
  process.env['HOOKLOOM_STATE_DIR'] = `${root}/state`;
  fs.mkdirSync(`${root}/shop/.eventloom`, { recursive: true, mode: 0o700 });
  const workspace = resolveWorkspace({ cwd: `${root}/shop`, env: {} });
  const runtime = await openRuntime(workspace);
  open = { slot: 1, workspace, project: { id: 'project-1', alias: 'shop' }, runtime };
});
afterEach(async () => {
  await open.runtime.close();
  delete process.env['HOOKLOOM_STATE_DIR'];
  fs.rmSync(root, { recursive: true, force: true });
});

const say = (content: string) => {
  const payload = { role: 'user', content };
  const origin = { channel: 'user' as const, session_id: 'c-1' };
  const event = byOperation({ type: 'transcript.turn', actorId: 'user', payload, origin });
  return open.runtime.store.append(open.workspace.session, [event]);
};
function textReady(): string {
  const { eventloomDir: dir, session } = open.workspace;
  return (
    readReady(readyFile({ stateDir: `${root}/state`, dir, session, branch: null }))?.text ?? ''
  );
}
/** Waits for the fact; the test's own timeout ends it. */
async function until(text: string): Promise<void> {
  while (!textReady().includes(text)) await sleep(20);
}

it('a running worker adds new statements to the prepared context', async () => {
  await say('Never push to the release branch.');
  const grown: number[] = [];
  const workspaces = {
    all: async () => [open],
    forSlot: async () => open,
    forProject: async () => [open],
  } as unknown as Workspaces;
  const kept = keepReady({
    workspaces,
    stateDir: `${root}/state`,
    env: {},
    now: Date.now,
    onGrown: (slot) => grown.push(slot),
  });
  try {
    await until('Never push to the release branch.');
    await say('We use Redis for the sessions.');
    await until('We use Redis for the sessions.');
    expect(textReady()).toContain('Never push to the release branch.');
    expect(grown).toContain(1);
  } finally {
    await kept.close();
  }
});
