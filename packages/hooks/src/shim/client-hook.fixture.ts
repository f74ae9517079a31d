/** Hooks of Claude Code, each in a separate process. */
import { afterEach, beforeEach, expect } from 'vitest';
import {
  createWorkspace,
  eventsOf,
  runHook,
  SILENT,
  type HookInput,
  type Workspace,
} from '../../test/run-hook.ts';

export let workspace: Workspace;

/** Each test of the file has a separate workspace. */
export function withWorkspace(): void {
  beforeEach(() => {
    workspace = createWorkspace();
  });
  afterEach(() => workspace.remove());
}

export function hook(payload: unknown, more: Partial<HookInput> = {}) {
  const stdin =
    typeof payload === 'string' || Buffer.isBuffer(payload) ? payload : JSON.stringify(payload);
  return runHook({ args: ['hook', 'claude-code'], cwd: workspace.root, stdin, ...more });
}

/** In a possible order for a client. */
export async function deliver(...payloads: unknown[]): Promise<void> {
  for (const payload of payloads) expect(await hook(payload)).toEqual(SILENT);
}

export function causesOf(type: string): string[] {
  const events = eventsOf(workspace.dir);
  const byId = new Map(events.map((event) => [event.id, event.type]));
  return events
    .filter((event) => event.type === type)
    .flatMap((event) => event.causedBy.map((id) => byId.get(id) ?? 'unknown'));
}
