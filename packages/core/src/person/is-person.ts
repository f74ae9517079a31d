/**
 * Whether a person typed a command: decided by the terminal, the parent processes and their variables, never by an
 * argument. Pure; the system's data comes in as a table.
 */
import { clientOf, clientOfEnvironment } from './agent-clients.ts';
import type { ProcessEntry, ProcessTable } from './process-table.ts';
import { isAdopter, isFakeHolder, isFaker, multiplexerOf } from './terminal-programs.ts';

export interface PersonRequest {
  env: Record<string, string | undefined>;
  stdin: { isTTY?: boolean | undefined };
  stdout: { isTTY?: boolean | undefined };
  /** Null: the system has no table that can be read. */
  processes: ProcessTable | null;
  /** The caller proved to know the admin token (`admin-token.ts`). */
  hasAdminToken?: boolean;
}

export type PersonReason =
  /** A process above is an agent client. */
  | 'inside_client'
  /** A variable of a client is set, here or for a parent process. */
  | 'client_environment'
  /** Standard input or output is not a terminal. */
  | 'no_terminal'
  /** A program controls the terminal and types into it, or the terminal belongs to someone else. */
  | 'fake_terminal'
  | 'admin_token'
  | 'person';

export interface PersonVerdict {
  isPerson: boolean;
  reason: PersonReason;
  /** `claude-code`, `codex`, …: whose agent it is, if that is known. */
  client: string | null;
  /** `pts/3`, `ttys004`; null: none. */
  terminal: string | null;
  /** The evidence, as a sentence for the person who is refused. */
  detail: string;
}

/** Limits how deep nested tmux sessions are followed. */
const MAX_NESTED = 4;
const MAX_ANCESTORS = 256;

type Refusal = Pick<PersonVerdict, 'reason' | 'client' | 'detail'>;

/**
 * @example
 * isPerson({ env: process.env, stdin: process.stdin, stdout: process.stdout, processes: readProcesses() })
 * // → { isPerson: false, reason: 'inside_client', client: 'claude-code', terminal: null, detail: 'claude (process 812) …' }
 */
export function isPerson(request: PersonRequest): PersonVerdict {
  const { env, stdin, stdout, processes, hasAdminToken = false } = request;
  const own = processes?.find(processes.self) ?? null;
  const terminal = own?.terminal ?? null;
  const found =
    agentAbove(processes, own) ??
    environmentOf(env, 'this command') ??
    ancestorsEnvironment(processes, own) ??
    withoutTerminal(stdin, stdout) ??
    fakeTerminal(processes, own);
  if (hasAdminToken) {
    const client = found?.client ?? null;
    const detail = 'The admin token was given.';
    return { isPerson: true, reason: 'admin_token', client, terminal, detail };
  }
  if (found !== null) return { isPerson: false, terminal, ...found };
  const detail = terminal === null ? 'At a terminal.' : `At terminal ${terminal}.`;
  return { isPerson: true, reason: 'person', client: null, terminal, detail };
}

function agentAbove(table: ProcessTable | null, entry: ProcessEntry | null): Refusal | null {
  for (const above of ancestorsOf(table, entry)) {
    const client = clientOf(above);
    if (client !== null)
      return {
        reason: 'inside_client',
        client,
        detail: `${above.name} (process ${above.pid}) started this command.`,
      };
  }
  return null;
}

function environmentOf(env: Record<string, string | undefined>, whose: string): Refusal | null {
  const found = clientOfEnvironment(env);
  if (found === null) return null;
  const { client, variable } = found;
  return { reason: 'client_environment', client, detail: `${variable} is set for ${whose}.` };
}

function ancestorsEnvironment(table: ProcessTable | null, entry: ProcessEntry | null) {
  for (const above of ancestorsOf(table, entry)) {
    const env = table?.environmentOf(above.pid) ?? null;
    const found = env === null ? null : environmentOf(env, `${above.name} (process ${above.pid})`);
    if (found !== null) return found;
  }
  return null;
}

function withoutTerminal(
  stdin: PersonRequest['stdin'],
  stdout: PersonRequest['stdout'],
): Refusal | null {
  const missing = [
    ...(stdin.isTTY === true ? [] : ['input']),
    ...(stdout.isTTY === true ? [] : ['output']),
  ];
  if (missing.length === 0) return null;
  const detail = `Standard ${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} not a terminal.`;
  return { reason: 'no_terminal', client: null, detail };
}

function fakeTerminal(table: ProcessTable | null, own: ProcessEntry | null, depth = 0) {
  const fake = (detail: string): Refusal => ({ reason: 'fake_terminal', client: null, detail });
  if (table === null || own === null) return fake('The table of processes cannot be read here.');
  if (own.terminal === null) return fake('The terminal belongs to another process.');
  const input = depth === 0 ? table.inputTerminal() : null;
  if (input !== null && input !== own.terminal)
    return fake(`Standard input is ${input}, and this command belongs to ${own.terminal}.`);
  const above = [...ancestorsOf(table, own)];
  const faker = above.find(isFaker);
  if (faker !== undefined)
    return fake(`${faker.name} (process ${faker.pid}) started this command and may type for you.`);
  return (
    detached(own, above, fake) ??
    heldByFaker(table, own.terminal, fake) ??
    unattended(table, above, { depth, fake })
  );
}

/** A command belongs to the shell that leads its terminal's session; a process that left it hides its origin. */
function detached(
  own: ProcessEntry,
  above: readonly ProcessEntry[],
  fake: (detail: string) => Refusal,
): Refusal | null {
  const line = [own, ...above];
  if (own.session === 0) return null;
  // If the system does not name the leader, it is the first process that has this terminal.
  const at =
    own.session === null
      ? line.findLastIndex(({ terminal }) => terminal === own.terminal)
      : line.findIndex(({ pid }) => pid === own.session);
  if (at === -1) return fake('This command was detached from the shell of its terminal.');
  const parent = line[at + 1];
  if (parent === undefined || !isAdopter(parent)) return null;
  if (multiplexerOf(line[at]!) !== null || /^(login|agetty|getty|mingetty)$/.test(line[at]!.name))
    return null;
  return fake('The program that made this terminal does not show itself.');
}

/** The program that holds the other side of the terminal types into it, wherever it is in the process tree. */
function heldByFaker(table: ProcessTable, terminal: string, fake: (detail: string) => Refusal) {
  for (const pid of table.holdersOf(terminal) ?? []) {
    const holder = table.find(pid);
    if (holder === null) continue;
    if (isFakeHolder(holder))
      return fake(`${holder.name} (process ${pid}) holds the terminal ${terminal}.`);
    const agent =
      agentOf(holder) ?? agentAbove(table, holder) ?? ancestorsEnvironment(table, holder);
    if (agent !== null) return agent;
    const faker = [...ancestorsOf(table, holder)].find(isFaker);
    if (faker !== undefined)
      return fake(`${faker.name} (process ${faker.pid}) opened the terminal ${terminal}.`);
  }
  return null;
}

function agentOf(holder: ProcessEntry): Refusal | null {
  const client = clientOf(holder);
  if (client === null) return null;
  const detail = `${holder.name} (process ${holder.pid}) holds this terminal.`;
  return { reason: 'inside_client', client, detail };
}

/** Inside tmux and similar programs, the person is the one attached to it, at a terminal that passes the same test. */
function unattended(
  table: ProcessTable,
  above: readonly ProcessEntry[],
  { depth, fake }: { depth: number; fake: (detail: string) => Refusal },
): Refusal | null {
  const server = above.find((one) => multiplexerOf(one) !== null);
  if (server === undefined) return null;
  const kind = multiplexerOf(server)!;
  if (depth >= MAX_NESTED) return fake(`Too many ${kind} sessions inside each other.`);
  const clients = [...table.all()].filter(
    (one) => one.pid !== server.pid && one.terminal !== null && multiplexerOf(one) === kind,
  );
  const isAttended = clients.some(
    (client) =>
      agentAbove(table, client) === null &&
      ancestorsEnvironment(table, client) === null &&
      fakeTerminal(table, client, depth + 1) === null,
  );
  return isAttended ? null : fake(`No person is attached to this ${kind} session.`);
}

/** From the parent upwards, as far as processes are visible. */
export function* ancestorsOf(
  table: ProcessTable | null,
  entry: ProcessEntry | null,
): Generator<ProcessEntry> {
  let above = entry === null ? null : (table?.find(entry.parent) ?? null);
  const seen = new Set<number>();
  while (above !== null && !seen.has(above.pid) && seen.size < MAX_ANCESTORS) {
    yield above;
    seen.add(above.pid);
    above = above.parent === 0 ? null : (table?.find(above.parent) ?? null);
  }
}
