/** The command line and the payload of one delivery. */
import type { ClientName } from '@hookloom/core/hook';
import type { LogTarget } from '../engine/answer-request.ts';
import type { Deadline } from './deadline.ts';

/** A client's payload above this is not read to its end. */
export const MAX_PAYLOAD_BYTES = 8 * 1024 * 1024;

/** An empty value counts as not given (an unset shell variable). */
export type Flags = Record<string, string>;

export interface Called {
  client: string;
  /** Set if the command names the event, because the payload does not. */
  nativeEvent: string | undefined;
  flags: Flags;
  trustProject: boolean;
}

/** What is known about a delivery before its payload has arrived. */
export interface Delivery extends Called {
  client: ClientName;
  /** Absolute path of the workspace. */
  projectDir: string;
  /** Null outside every project: nothing is recorded there. */
  target: LogTarget | null;
  env: NodeJS.ProcessEnv;
  deadline: Deadline;
}

/** Every name by which the delivery may mean an event. */
export function namesIn({ nativeEvent }: Called, fields: Record<string, unknown>): string[] {
  const named = [fields['hook_event_name'], fields['hook_type'], nativeEvent];
  return named.filter((name) => typeof name === 'string');
}

/** `CLIENT [EVENT] [flags]`. A mistake in an installed command must not lose the event: unknown arguments are ignored. */
export function commandOf([client = '', ...args]: readonly string[]): Called {
  const called: Called = { client, nativeEvent: undefined, flags: {}, trustProject: false };
  for (let at = 0; at < args.length; at++) {
    const word = args[at]!;
    const equals = word.indexOf('=');
    if (word === '--trust-project-hooks') called.trustProject = true;
    else if (!word.startsWith('--')) called.nativeEvent = word;
    else if (equals > 0) called.flags[word.slice(2, equals)] = word.slice(equals + 1);
    else called.flags[word.slice(2)] = args[++at] ?? '';
  }
  return called;
}
