/**
 * `--projection-backend`. Settings of clients never name a store, because they serve other workspaces as well: it is written
 * to the local profile, and what else to set is told.
 */
export const BACKENDS = ['embedded', 'postgres', 'neo4j'] as const;
export type Backend = (typeof BACKENDS)[number];

type Env = Readonly<Record<string, string | undefined>>;

/** Whether the store can be used with what the environment says, and what to do. Waits 2 seconds for a server at most. */
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
