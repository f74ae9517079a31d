/** Runs the hooks of a project on events that do not come from the hook command. */
import { createIds, weakRandomHex } from '@hookloom/core';
import type { HookEvent, HookResponse } from '@hookloom/core/hook';
import type { EventStore } from '@hookloom/core/events';
import { CLIENTS, codexAttached } from '@hookloom/hooks/clients';
import {
  dispatch,
  dispatchEvents,
  keepRegistered,
  recordHook,
  type Speaker,
} from '@hookloom/hooks';

export interface ProjectHooks {
  /** Absolute path of the project. */
  projectDir: string;
  /** Where the events are recorded. */
  log: { dir: string; session: string; store: EventStore };
  env: Record<string, string | undefined>;
  /** The user's home folder; null to run no hooks of the user. */
  home: string | null;
  /** The user's private state folder. */
  stateDir: string;
  /** The hook program, which supervises handlers that outlive this process. */
  hookFile: string;
  /** Who wrote the prompts. */
  speaker(): Speaker;
  now(): number;
}

/** How long recording may wait for the log. */
const RECORD_MS = 1_000;

const ids = createIds(weakRandomHex);

/** Records each event, runs the hooks that are reviewed for it and records their runs. */
export function projectHooks(project: ProjectHooks): (event: HookEvent) => Promise<HookResponse> {
  const { projectDir, log, env, home, stateDir, hookFile, now, speaker } = project;
  const { dir, session, store } = log;
  const detach = { node: process.execPath, file: hookFile, target: { dir, session } };
  return async (arrived) => {
    const event = { ...arrived, id: ids.eventId(now()) };
    const target = { dir, session, root: projectDir, client: event.source };
    const { firstId: causedBy } = recordHook(target, event, () => now() + RECORD_MS, speaker);
    // Messages of the app-server name a method. Its answers lose other fields than those of Codex's hooks.
    const isAttached = event.source === 'codex' && typeof event.data['method'] === 'string';
    const client = isAttached ? codexAttached : CLIENTS[event.source];
    const place = { projectDir, home };
    const result = await dispatch(
      { ...place, causedBy, client, event, env, stateDir, detach },
      keepRegistered,
    );
    const told = dispatchEvents(result, client, { event, ...place, causedBy });
    if (told.length > 0) await store.append(session, told);
    return result.response;
  };
}
