/** `--local-profile-output`: writes the workspace as environment variables for shells and other programs. */
import { shellQuote } from '@hookloom/core';
import { addBlock, blockIn, hashMarks } from '../marked-block.ts';
import type { PartRequest } from '../part-request.ts';
import type { ConnectRequest } from './request.ts';

const BLOCK = 'local-profile';
const MARKS = hashMarks(BLOCK);

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
    keys: ['a marked block'],
    block: BLOCK,
    holds: (text) => {
      const there = blockIn(text, MARKS);
      if (there === null) return 'nothing';
      return there === content ? 'wanted' : 'other';
    },
    add: (before) => {
      const added = addBlock(before, content, MARKS);
      return { after: added.text, splices: [added.splice] };
    },
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
