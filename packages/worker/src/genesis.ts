import { byOperation, type AppendResult, type EventStore } from '@hookloom/core/events';
import type { JsonObject } from '@hookloom/core';
import type { Workspace } from '@hookloom/core/settings';
import { existsSync } from 'node:fs';
import path from 'node:path';

/** The kind of a workspace, guessed from its root folder. */
export interface WorkspaceProfile {
  workspace_type: 'codebase' | 'generic_workspace';
  /** Between 0 and 0.95. */
  confidence: number;
  signals: string[];
}

/** Names at the root of a workspace, and the confidence that each adds, in hundredths. */
const SIGNALS: readonly [name: string, weight: number][] = [
  ['pyproject.toml', 45],
  ['package.json', 45],
  ['go.mod', 45],
  ['Cargo.toml', 45],
  ['src/', 25],
  ['tests/', 25],
  ['.git/', 10],
];
const MOST = 95;
const ENOUGH = 50;

/**
 * Distinguishes a codebase from any other folder.
 *
 * @param exists Whether there is a file or, with a trailing `/`, a folder of this name in the root
 * @example detectProfile((name) => ['package.json', '.git/'].includes(name)).confidence === 0.55
 */
export function detectProfile(exists: (name: string) => boolean): WorkspaceProfile {
  const found = SIGNALS.filter(([name]) => exists(name));
  const sum = Math.min(
    MOST,
    found.reduce((total, [, weight]) => total + weight, 0),
  );
  return sum >= ENOUGH
    ? { workspace_type: 'codebase', confidence: sum / 100, signals: found.map(([name]) => name) }
    : { workspace_type: 'generic_workspace', confidence: 0.2, signals: [] };
}

/** The payload of `session.genesis`: the profile, and what is worth recording in such a workspace. */
export function genesisPayload(workspace: Workspace, profile: WorkspaceProfile): JsonObject {
  const isCodebase = profile.workspace_type === 'codebase';
  return {
    root: workspace.root,
    ...profile,
    instructions_profile: profile.workspace_type,
    session_id: workspace.session,
    write_instructions: {
      preferred_events: isCodebase
        ? [
            'decision.made',
            'task.completed',
            'issue.diagnosed',
            'verification.recorded',
            'handoff.created',
          ]
        : ['goal.created', 'decision.made', 'task.completed', 'handoff.created'],
      avoid_writing: ['secrets', 'whole files', 'unchanged tool output'],
      indexing_strategy: isCodebase ? 'events_and_paths' : 'events',
    },
  };
}

/** Appends `session.genesis` once per root and session, however many calls and processes there are. */
export async function recordGenesis(
  store: EventStore,
  workspace: Workspace,
): Promise<AppendResult> {
  // `.git` is a file in a linked worktree; the other folders must be folders.
  const profile = detectProfile((name) =>
    existsSync(path.join(workspace.root, name === '.git/' ? '.git' : name)),
  );
  const [result] = await store.append(
    workspace.session,
    [
      byOperation({
        type: 'session.genesis',
        actorId: 'zaxy',
        payload: genesisPayload(workspace, profile),
        origin: { channel: 'system' },
        delivery: { scope: 'session.genesis', key: workspace.root },
      }),
    ],
    { durability: 'os' },
  );
  return result!;
}
