/** What is known of the user's own hooks for an event without loading the engine. */
import { handlersFor, indexFile, type HandlersKnown } from '../engine/handler-index.ts';
import type { AnswerRequest } from '../engine/answer-request.ts';
import { stateDirPath } from '../state/state-dir-path.ts';

export function handlersKnown(
  { client, projectDir, env }: Pick<AnswerRequest, 'client' | 'projectDir' | 'env'>,
  names: readonly string[],
): HandlersKnown {
  return handlersFor(indexFile(stateDirPath(env), client, projectDir, env), names);
}
