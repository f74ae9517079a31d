/**
 * What started a program: a client as one of its hooks, or an agent through a tool. Decided by the parent processes and
 * the variables they were started with, never by an argument. Pure; the system's data comes in as a table.
 */
import { clientOf, clientOfEnvironment, marksOf } from './agent-clients.ts';
import { ancestorsOf } from './is-person.ts';
import type { ProcessEntry, ProcessTable } from './process-table.ts';

export interface StartedByRequest {
  /** Its `self` is the program in question. Null: the system has no table that can be read. */
  processes: ProcessTable | null;
  /** The program's own variables; null if they are not known. */
  env: Record<string, string | undefined> | null;
  /** Whether a client that sets no variables for its hooks has this command among them. */
  isRegistered(client: string, command: ProcessEntry): boolean;
}

export type Starter =
  | { kind: 'hook' | 'agent'; client: string }
  | { kind: 'unknown'; client: null };

/**
 * `unknown`: no client is above it. It may be a program of an editor, a service, or a person at a terminal.
 *
 * @example
 * // claude → sh -c 'my-hook.sh' (CLAUDE_PROJECT_DIR) → hookloom
 * startedBy({ processes, env: process.env, isRegistered: () => false }) // → { kind: 'hook', client: 'claude-code' }
 */
export function startedBy({ processes, env, isRegistered }: StartedByRequest): Starter {
  const own = processes?.find(processes.self) ?? null;
  const line: ProcessEntry[] = own === null ? [] : [own];
  let client: string | null = null;
  for (const above of ancestorsOf(processes, own)) {
    client = clientOf(above);
    if (client !== null) break;
    line.push(above);
  }
  const environmentOf = ({ pid }: ProcessEntry) =>
    processes?.environmentOf(pid) ?? (pid === processes?.self ? env : null);
  if (client === null) {
    const environments = [env, ...line.map(environmentOf)].filter((one) => one !== null);
    const named = environments.map(clientOfEnvironment).find((found) => found !== null);
    if (named === undefined) return { kind: 'unknown', client: null };
    return { kind: 'agent', client: named.client };
  }
  const { tool, hook } = marksOf(client);
  const has = (variables: Record<string, string | undefined> | null, names: readonly string[]) =>
    names.some((name) => (variables?.[name] ?? '') !== '');
  if ([env, ...line.map(environmentOf)].some((one) => has(one, tool)))
    return { kind: 'agent', client };
  // Only the client chose the variables that this process was started with.
  const first = line.at(-1)!;
  const isHook =
    hook.length === 0 ? isRegistered(client, first) : has(environmentOf(first) ?? env, hook);
  return { kind: isHook ? 'hook' : 'agent', client };
}
