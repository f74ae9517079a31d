/** Usual text contains nothing that suggests a secret and is returned at once. */
import { maskSecrets } from './mask.ts';
import { maySecretBeIn } from './suspicion.ts';

/**
 * @example redactText('export GH=ghp_… now').text === 'export GH=[REDACTED:github] now'
 */
export function redactText(text: string): { text: string; count: number } {
  return maySecretBeIn(text) ? maskSecrets(text) : { text, count: 0 };
}
