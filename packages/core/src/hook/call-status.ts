/**
 * How a call ended, in the same words for every client. Procedures are mined from sequences of calls that are `ok`.
 *
 * - `ok`: it succeeded; a command exited with 0.
 * - `error`: it failed, or its command exited with another code.
 * - `blocked`: it never ran, because a hook, a rule or a person refused it.
 * - `interrupted`: something else ended it.
 * - `unknown`: not reported (a call whose result never came, a background command).
 */
export const CALL_STATUSES = ['ok', 'error', 'blocked', 'interrupted', 'unknown'] as const;
export type CallStatus = (typeof CALL_STATUSES)[number];

const WORDS: Readonly<Record<string, CallStatus>> = {
  ok: 'ok',
  success: 'ok',
  succeeded: 'ok',
  successful: 'ok',
  completed: 'ok',
  passed: 'ok',
  done: 'ok',
  error: 'error',
  errored: 'error',
  failed: 'error',
  failure: 'error',
  timeout: 'error',
  timed_out: 'error',
  blocked: 'blocked',
  denied: 'blocked',
  declined: 'blocked',
  rejected: 'blocked',
  refused: 'blocked',
  interrupted: 'interrupted',
  cancelled: 'interrupted',
  canceled: 'interrupted',
  aborted: 'interrupted',
};

/**
 * The common word for a client's word; `unknown` for those that do not say how it ended (`called`, `running`).
 *
 * @example callStatus('success') === 'ok'
 */
export function callStatus(word: unknown): CallStatus {
  const key =
    typeof word === 'string'
      ? word
          .trim()
          .toLowerCase()
          .replace(/[\s-]+/g, '_')
      : '';
  return Object.hasOwn(WORDS, key) ? WORDS[key]! : 'unknown';
}
