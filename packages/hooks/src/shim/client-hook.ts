/** `hook CLIENT`: reads the client's payload, takes in what the shell transport left, records. */
import { existsSync, readdirSync } from 'node:fs';
import { resolveWorkspace, type Workspace } from '@hookloom/core/config/workspace';
import type { ClientName } from '@hookloom/core/hook/event-types';
import type { HandlersKnown } from '../engine/handler-index.ts';
import type { Deadline } from './deadline.ts';
import { drainRaw } from './drain-raw.ts';
import type { AnswerRequest } from '../engine/answer-request.ts';
import { answerHook } from './answer-hook.ts';
import { handlersKnown } from './handlers-known.ts';
import { isClient, parsePayload, recordDelivery, type Recorded } from './record.ts';
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
export function clientHook(
  { args, env, deadline }: ClientHookRequest,
  exit: (status: number) => void,
): void {
  const { client, ...called } = commandOf(args);
  readInput({ maxBytes: MAX_PAYLOAD_BYTES, waitMs: deadline.readMs() }, (input) => {
    let work: Work | null = null;
    try {
      if (isClient(client)) work = record({ ...called, client, input, env, deadline });
    } catch {
      // A hook never hurts.
    }
    if (work === null) return exit(0);
    const { hook, known } = work;
    answerHook(hook, known, exit);
  });
}

interface Received extends Called {
  client: ClientName;
  input: Input;
  env: NodeJS.ProcessEnv;
  deadline: Deadline;
}

interface Work {
  hook: AnswerRequest;
  known: HandlersKnown;
}

/** Records the delivery. Null: no hook of the user is to be run for it. */
function record({
  client,
  nativeEvent,
  input,
  flags,
  trustProject,
  env,
  deadline,
}: Received): Work | null {
  const { root, eventloomDir: dir, session } = workspaceOf(client, flags, env);
  try {
    if (isRawWaiting(dir)) drainRaw(dir, deadline.appendBy(), { root, limit: DRAIN_FILES });
  } catch {
    // The files stay for the next one.
  }
  const { bytes, ended } = input;
  if (bytes.length === 0) return null;
  const delivered =
    ended === 'deadline' || ended === 'oversized'
      ? { bytes, nativeEvent, incomplete: ended }
      : { bytes, nativeEvent };
  const target = { dir, session };
  let recorded: Partial<Recorded> = {};
  try {
    recorded = recordDelivery({ ...target, root, client }, delivered, deadline.appendBy);
  } catch {
    // A log that may not be written to keeps no guard from its work.
    recorded = { payload: parsePayload(bytes) };
  }
  const { payload = null, firstId } = recorded;
  if (payload === null) return null;
  const named = [payload['hook_event_name'], payload['hook_type'], nativeEvent];
  const names = named.filter((name) => typeof name === 'string');
  const known = handlersKnown({ client, projectDir: root, env }, names);
  if (known === 'none' && !flags['inject']) return null;
  const hook: AnswerRequest = {
    client,
    payload,
    raw: bytes.toString('utf8'),
    ...(nativeEvent === undefined ? {} : { nativeEvent }),
    nowMs: Date.now(),
    projectDir: root,
    env,
    trustProject,
    hookFile: __filename,
    target,
    ...(firstId === undefined ? {} : { causedBy: firstId }),
  };
  return { hook, known };
}

/** Mostly there is none, and then nothing is loaded for it. */
function isRawWaiting(dir: string): boolean {
  const folder = `${dir}/inbox/raw`;
  return existsSync(folder) && readdirSync(folder).some((name) => name.endsWith('.json'));
}

/** The project the client was started in, also after it changed its directory; never what a payload says. */
function workspaceOf(client: ClientName, flags: Flags, env: NodeJS.ProcessEnv): Workspace {
  // Others inherit the variable from a Claude Code that they were started in (hooks.md trap 33).
  const setsIt = client === 'claude-code' || client === 'gemini' || client === 'cursor';
  const project = (setsIt ? env['CLAUDE_PROJECT_DIR'] : undefined) ?? '';
  const cwd = /^([A-Za-z]:)?[/\\]/.test(project) ? project : process.cwd();
  const request = { cwd, env, eventloomPath: flags['eventloom-path'], domain: flags['domain'] };
  try {
    return resolveWorkspace({ ...request, sessionId: flags['session-id'] });
  } catch {
    // A session id that cannot be one: better in the default session than nowhere.
    return resolveWorkspace({ ...request, env: { ...env, EVENTLOOM_THREAD: '' } });
  }
}

/** An empty value counts as not given (an unset shell variable). */
type Flags = Record<string, string>;

interface Called {
  client: string;
  /** Where the command names the event, because the payload does not. */
  nativeEvent: string | undefined;
  flags: Flags;
  trustProject: boolean;
}

/** `CLIENT [EVENT] [flags]`. A mistake in an installed command must not cost the event: what is not known is passed over. */
function commandOf([client = '', ...args]: readonly string[]): Called {
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
