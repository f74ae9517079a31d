/** What is known of the user's own hooks for an event without loading the engine. */
import { handlersFor, indexFile, OUTSIDE, type HandlersKnown } from '../engine/handler-index.ts';
import type { AnswerRequest } from '../engine/answer-request.ts';
import { stateDirPath } from '@hookloom/core/settings';
import { confirmOutside } from './find-place.ts';

export type Asked = Pick<AnswerRequest, 'client' | 'projectDir' | 'target' | 'env'>;

export function handlersKnown(
  { client, projectDir, target, env }: Asked,
  names: readonly string[],
): HandlersKnown {
  const stateDir = stateDirPath(env);
  const folder = target === null ? OUTSIDE : projectDir;
  const known = handlersFor(indexFile(stateDir, client, folder, env), names);
  if (target === null && known === 'none') confirmOutside(stateDir, client);
  return known;
}
