/** The events that a client must send in a project: those that the recorder and the hook files on this machine need. */
import fs from 'node:fs';
import type { ClientName } from '@hookloom/core/hook';
import {
  CLIENTS,
  isRunHere,
  nativeEvents,
  neededEvents,
  type Place,
} from '@hookloom/hooks/clients';
import {
  configFiles,
  loadConfig,
  openReviews,
  readOnlyStateDir,
  type Handler,
} from '@hookloom/hooks';

export type NeededHere = ReturnType<typeof neededHere>;

export function neededHere(
  name: ClientName,
  { root, home, env }: Pick<Place, 'root' | 'home' | 'env'>,
) {
  const client = CLIENTS[name];
  const projectDir = fs.existsSync(root) ? fs.realpathSync(root) : root;
  const config = loadConfig(configFiles({ projectDir, home, env }));
  const reviews = openReviews(config, { projectDir, home, env, stateDir: readOnlyStateDir(env) });
  const isTrusted = (handler: Handler): boolean => reviews.trust(handler) === 'trusted';
  // A guard that was deleted from its file still refuses.
  const handlers = [...config.handlers, ...reviews.recordedGuards()];
  const here = handlers.filter((handler) => isRunHere(handler, client));
  return {
    /** Native names. */
    events: neededEvents(client, handlers, { isTrusted }),
    /** The events that a hook file uses, which need an answer. */
    answered: [...new Set(here.flatMap(({ type }) => nativeEvents(client, type)))],
  };
}
