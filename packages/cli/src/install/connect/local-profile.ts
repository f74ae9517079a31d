/** `--local-profile-output`: writes the workspace as environment variables for shells and other programs. */
import { shellQuote } from '@hookloom/core';
import { blockPart, hashMarks } from '../marked-block.ts';
import type { PartRequest } from '../part-request.ts';
import type { ConnectRequest } from './request.ts';

export function localProfilePart(
  { workspace }: Pick<ConnectRequest, 'workspace'>,
  file: string,
  projection: Backend,
): PartRequest {
  const content = Object.entries({
    EVENTLOOM_PATH: workspace.eventloomDir,
    EVENTLOOM_THREAD: workspace.session,
    PROJECTION_BACKEND: projection,
    ZAXY_DOMAIN: workspace.domain,
  })
    .map(([name, value]) => `${name}=${shellQuote(value)}`)
    .join('\n');
  return {
    path: file,
    part: 'profile',
    client: 'generic',
    purpose: 'set the workspace for programs that you start yourself',
    ...blockPart('local-profile', hashMarks, content),
  };
}

/**
 * `--projection-backend`. Settings of clients never name a store, because they also serve other workspaces. The local
 * profile contains it, and the command prints what else to set.
 */
export const BACKENDS = ['embedded', 'postgres', 'neo4j'] as const;
export type Backend = (typeof BACKENDS)[number];

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Whether the store can be used with the current environment, and if not, what to do. Waits at most 2 seconds for a
 * server.
 */
export async function projectionNotes(backend: Backend, env: Env): Promise<string[]> {
  if (backend === 'embedded') return [];
  const { projectionState } = await import('@hookloom/worker');
  const state = await projectionState({ ...env, PROJECTION_BACKEND: backend });
  const isSet = env['PROJECTION_BACKEND']?.trim() === backend;
  return [
    ...(isSet ? [] : [`Set PROJECTION_BACKEND=${backend} where you start your clients.`]),
    [state.text, state.remediation].filter((text) => text !== null).join(' '),
  ];
}
