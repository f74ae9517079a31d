/** How hooks fail, and the consequences. */
import type { HookEventType } from '@hookloom/core/hook';
import type { Handler } from './handler.ts';
import type { Interpreted, RawOutcome } from './outcome.ts';

/** Events where a deny prevents something. */
export const DENIABLE: ReadonlySet<HookEventType> = new Set([
  'before_tool',
  'permission_request',
  'before_agent',
  'prompt_expansion',
  'before_model',
  'pre_compact',
  'config_change',
  'model_switch_before',
  'task_created',
  'task_completed',
]);

/** Reasons that mean a hook has not answered, in every language. */
const FAILURES: ReadonlySet<Interpreted['reason']> = new Set([
  'timed_out',
  'killed',
  'not_started',
  'unreadable',
  'http_error',
  'warned_by_exit',
]);

/**
 * Why a hook failed, as the end of a sentence; null: it succeeded.
 *
 * @example failureOf(exitedWith(127, 'sh: ./check.sh: not found'), read)
 * // → 'its program was not found (exit 127: sh: ./check.sh: not found)'
 */
export function failureOf(outcome: RawOutcome, { reason, invalid }: Interpreted): string | null {
  if (outcome.truncated) return 'its output was too long and was cut';
  if (outcome.kind === 'http') {
    if (reason === 'unreadable') return 'its endpoint gave an answer that cannot be read';
    const { error, status } = outcome;
    const isGood = error === null && status !== null && status >= 200 && status <= 299;
    return isGood && !FAILURES.has(reason)
      ? null
      : `its endpoint failed (${error ?? status ?? 'no answer'})`;
  }
  const { exitCode, signal, timedOut, startError, stderr } = outcome;
  if (startError === 'EACCES') return 'its program is not executable (EACCES); run chmod +x on it';
  if (startError !== null) return `it could not be started (${startError})`;
  if (timedOut) return 'it ran into its timeout';
  if (signal !== null || exitCode === null) return `it was ended by ${signal ?? 'a signal'}`;
  const said = firstLine(stderr);
  const exit = `exit ${exitCode}${said === '' ? '' : `: ${said}`}`;
  if (exitCode === 127) return `its program was not found (${exit})`;
  if (exitCode === 126) return `its program could not be executed (${exit})`;
  if (reason === 'unreadable') return invalid ?? 'it printed an answer that cannot be read';
  return FAILURES.has(reason) ? `it failed (${exit})` : null;
}

/**
 * Files that change during a run may have been executed in another version than the reviewed one.
 *
 * @example replacedFailure(['.hookloom/check.sh'])
 * // → '.hookloom/check.sh was replaced while the hook ran'
 */
export function replacedFailure(files: readonly string[]): string | null {
  return files.length === 0 ? null : `${files.join(', ')} was replaced while the hook ran`;
}

/**
 * A critical hook that failed refuses the call; any other leaves a warning for the user. A refusal that it had already
 * returned stays.
 */
export function afterFailure(
  read: Interpreted,
  failure: string,
  { critical }: Pick<Handler, 'critical'>,
  { type, place }: { type: HookEventType; place: string },
): Interpreted {
  const { response } = read;
  if (response.decision === 'deny') return read;
  const refuses = critical && DENIABLE.has(type);
  const kind = critical ? 'critical hook' : 'hook';
  const reason = `${refuses ? 'Refused: a' : 'A'} ${kind} did not do its work (${place}): ${failure}.`;
  const before = response.system_message;
  const isTold = !critical && before !== undefined;
  const system_message = isTold
    ? before
    : [before, reason].filter((text) => text !== undefined).join('\n');
  return {
    ...read,
    response: refuses
      ? { ...response, decision: 'deny', reason, system_message }
      : { ...response, system_message },
  };
}

/** The line that names the error, if an interpreter printed one with its stack. */
function firstLine(text: string): string {
  const lines = text.trim().split('\n');
  const line = lines.find((one) => /^(?:[\w.]*Error|[\w.]*Exception)\b/.test(one)) ?? lines[0]!;
  // Messages must not contain control characters.
  const plain = line.replaceAll(/\p{Cc}/gu, ' ').trim();
  return plain.length > 160 ? `${plain.slice(0, 159)}…` : plain;
}
