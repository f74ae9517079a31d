/** `hook CLIENT`: reads the client's payload, takes in what the shell transport left, records. */
import { existsSync, readdirSync } from 'node:fs';
import { resolveWorkspace, type Workspace } from '@hookloom/core/config/workspace';
import { parseFlags, type Flags } from '../hook-event/flags.ts';
import type { Deadline } from './deadline.ts';
import { drainRaw } from './drain-raw.ts';
import { isClient, recordDelivery } from './record.ts';
import { readInput, type Input } from './stdin.ts';

/** A client's payload above this is not read to its end. */
export const MAX_PAYLOAD_BYTES = 8 * 1024 * 1024;
/** Files of the shell transport that one hook takes in beside its own work. */
const DRAIN_FILES = 8;

export interface ClientHookRequest {
  /** Behind `hook`. */
  args: readonly string[];
  env: NodeJS.ProcessEnv;
  deadline: Deadline;
}

/** Calls `exit` when everything is done or nothing can be; never throws. */
export function clientHook({ args, env, deadline }: ClientHookRequest, exit: () => void): void {
  const [client = '', ...rest] = args;
  readInput({ maxBytes: MAX_PAYLOAD_BYTES, waitMs: deadline.readMs() }, (input) => {
    try {
      if (isClient(client)) record(client, { input, flags: flagsOf(rest), env, deadline });
    } catch {
      // A hook never hurts.
    }
    exit();
  });
}

interface Received {
  input: Input;
  flags: Flags;
  env: NodeJS.ProcessEnv;
  deadline: Deadline;
}

function record(client: string, { input, flags, env, deadline }: Received): void {
  const { root, eventloomDir: dir, session } = workspaceOf(flags, env);
  try {
    if (isRawWaiting(dir)) drainRaw(dir, deadline.appendBy(), { root, limit: DRAIN_FILES });
  } catch {
    // The files stay for the next one.
  }
  const { bytes, ended } = input;
  if (bytes.length === 0) return;
  const delivered =
    ended === 'deadline' || ended === 'oversized' ? { bytes, incomplete: ended } : { bytes };
  recordDelivery({ dir, session, root, client }, delivered, deadline.appendBy);
}

/** Mostly there is none, and then nothing is loaded for it. */
function isRawWaiting(dir: string): boolean {
  const folder = `${dir}/inbox/raw`;
  return existsSync(folder) && readdirSync(folder).some((name) => name.endsWith('.json'));
}

/** The project the client was started in, also after it changed its directory; never what a payload says. */
function workspaceOf(flags: Flags, env: NodeJS.ProcessEnv): Workspace {
  const project = env['CLAUDE_PROJECT_DIR'] ?? '';
  const cwd = /^([A-Za-z]:)?[/\\]/.test(project) ? project : process.cwd();
  const request = { cwd, env, eventloomPath: flags['eventloom-path'], domain: flags['domain'] };
  try {
    return resolveWorkspace({ ...request, sessionId: flags['session-id'] });
  } catch {
    // A session id that cannot be one: better in the default session than nowhere.
    return resolveWorkspace({ ...request, env: { ...env, EVENTLOOM_THREAD: '' } });
  }
}

/** A mistake in an installed command must not cost the event. */
function flagsOf(args: readonly string[]): Flags {
  try {
    return parseFlags(args, [
      'eventloom-path',
      'session-id',
      'domain',
      'transport',
      'source',
      'workspace',
    ]);
  } catch {
    return {};
  }
}
