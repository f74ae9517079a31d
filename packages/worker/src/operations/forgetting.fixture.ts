/** A workspace with a memory, which tests fill and then forget. */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { resolveWorkspace, type Workspace } from '@hookloom/core/settings';
import { afterEach, beforeEach } from 'vitest';
import { openRuntime } from '../compose.ts';
import type { Runtime } from '../runtime.ts';
import { forget, type ForgetAnswer } from './forget.ts';
import type { ForgetRequest } from './forget-request.ts';

export const user = { channel: 'user' } as const;

export let root: string;
export let workspace: Workspace;
export let runtime: Runtime;

export const open = () => openRuntime(workspace, { stateDir: path.join(root, 'state') });

/** Gives each test of the file its own memory. */
export function withMemory(): void {
  beforeEach(async () => {
    root = mkdtempSync(path.join(os.tmpdir(), 'hookloom-forgetting-'));
    workspace = resolveWorkspace({ cwd: path.join(root, 'work'), env: { ZAXY_DOMAIN: 'demo' } });
    runtime = await open();
  });
  afterEach(async () => {
    await runtime.close();
    rmSync(root, { recursive: true, force: true });
  });
}

export const say = (text: string, session_id?: string) =>
  runtime.append(
    {
      event_type: 'transcript.turn',
      actor: 'user',
      payload: { role: 'user', content: text },
      ...(session_id !== undefined && { session_id }),
    },
    user,
  );

export const forgot = (request: ForgetRequest) =>
  forget(runtime.context, { ...request, dry_run: false }, user) as Promise<ForgetAnswer>;
