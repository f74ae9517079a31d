import { invalidRequest } from '@hookloom/core';
import type { EmbedOptions, EmbedResult } from '@hookloom/memory';
import { openedMemory } from '../memory-access.ts';
import type { OperationContext } from './context.ts';

export interface ReEmbedAnswer extends EmbedResult {
  model: string;
  tags: string[];
}

/**
 * Creates a vector for every event of the workspace. Continues after an interruption, and does nothing when complete.
 * Throws `invalid_request` if no embedder is configured and `unavailable` if it cannot be used.
 */
export async function reEmbed(
  context: OperationContext,
  options: EmbedOptions = {},
): Promise<ReEmbedAnswer> {
  await context.drain();
  const { vectors } = await openedMemory(context);
  if (vectors === null)
    throw invalidRequest(
      'No embedder is configured.',
      'Unset RETRIEVAL_FUZZY, or set EMBEDDING_MODEL or EMBEDDING_MODEL_DIR for a model of yours.',
    );
  const result = await vectors.embedAll(options);
  const { model, tags } = await vectors.status();
  return { model, tags, ...result };
}

/**
 * Creates missing vectors until the signal is aborted. Returns how many texts still have none; 0 if no embedder is
 * configured. Never throws, because search by words works without vectors.
 */
export async function embedWaiting(
  context: OperationContext,
  options: EmbedOptions = {},
): Promise<number> {
  await context.drain();
  const opened = await context.memory.open();
  const vectors = opened.ok ? opened.memory.vectors : null;
  if (vectors === null) return 0;
  try {
    return (await vectors.embedAll(options)).waiting;
  } catch {
    return (await vectors.status()).waiting;
  }
}
