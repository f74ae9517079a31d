/** Loads only how a client is read and answered: a hook script runs for one client. */
import type { ClientName } from '@hookloom/core/hook';
import type { HookClient } from './client.ts';

type Words = Pick<HookClient, 'parse' | 'render'>;

export async function loadWords(client: ClientName): Promise<Words> {
  const { words } = (await import(`./${client}/words.ts`)) as { words: Words };
  return words;
}
