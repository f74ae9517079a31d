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
