/**
 * The memory's context for a session: what the worker has prepared, else the answer of the product's own command. That
 * command opens the workspace, so that the hook need not load any of that and nothing has to be running. Without an
 * answer the session continues, but the user is informed.
 */
import type { ExecFileException } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import type { HookEvent, HookResponse } from '@hookloom/core/hook';
import type { UnsealedEvent } from '@hookloom/core/events';
import { answerWithinMs } from '../clients/hook-seconds.ts';
import { branchOf } from '../ready/branch-of.ts';
import { promptContext } from '../ready/prompt-context.ts';
import { readyContext } from '../ready/ready-context.ts';
import { CLIENTS } from '../clients/index.ts';
import type { LogTarget } from './detach.ts';

/** The documented limit. An idle machine answers within half a second, a busy one may need all of it. */
const WAIT_MS = 10_000;
const MAX_BYTES = 256 * 1024;

export interface ContextRequest {
  /** For which the installed command asks. */
  moment: 'session' | 'prompt';
  event: HookEvent;
  /** The hook program, which is in the same folder as the command. */
  hookFile: string;
  projectDir: string;
  target: LogTarget | null;
  env: Record<string, string | undefined>;
  /** Called with an event to record about a prepared context. */
  handed?(event: UnsealedEvent): void;
}

/** The context of the session, or a message to the user if the memory did not answer. */
export type Recalled = Pick<HookResponse, 'context' | 'system_message'>;

/** Null if there is none. */
export async function sessionContext(asked: ContextRequest): Promise<Recalled | null> {
  const { moment, event, hookFile, projectDir, target, env } = asked;
  const bin = path.join(path.dirname(hookFile), '..', 'bin', 'hookloom.cjs');
  if (target === null) return null;
  const { source: client, session_id: clientSession, prompt } = event;
  const branch = branchOf(event.cwd ?? '') ?? branchOf(projectDir);
  const ask = { client, clientSession, projectDir, branch, target, env, nowMs: Date.now() };
  const ready =
    moment === 'session' ? readyContext(ask) : promptContext({ ...ask, prompt: prompt ?? '' });
  if (ready !== null) {
    if (ready.record !== null) asked.handed?.(ready.record);
    return ready.text === '' ? null : { context: ready.text };
  }
  if (moment === 'prompt' || !fs.existsSync(bin)) return null;
  const args = [
    bin,
    'context',
    '--for-hook',
    'session',
    `--client=${event.source}`,
    `--client-session=${event.session_id}`,
    `--eventloom-path=${target.dir}`,
    `--session-id=${target.session}`,
    ...(branch === null ? [] : [`--branch=${branch}`]),
  ];
  const allowedMs =
    answerWithinMs(CLIENTS[event.source].seconds, event.native_event) - process.uptime() * 1_000;
  const timeout = Math.max(1, Math.min(WAIT_MS, Math.round(allowedMs)));
  const { execFile } = process.getBuiltinModule('node:child_process');
  return await new Promise((resolve) => {
    const options = { cwd: projectDir, timeout, env, maxBuffer: MAX_BYTES, windowsHide: true };
    const child = execFile(process.execPath, args, options, (error, stdout) => {
      if (error !== null) return resolve({ system_message: whyWithout(error, timeout) });
      resolve(stdout.trim() === '' ? null : { context: stdout.trimEnd() });
    });
    child.stdin?.on('error', () => {});
    child.stdin?.end();
  });
}

function whyWithout({ killed }: ExecFileException, timeoutMs: number): string {
  const what = 'This continues without the memory of Hookloom:';
  return killed === true
    ? `${what} it did not answer within ${Math.ceil(timeoutMs / 1_000)} seconds. Ask it yourself with \`hookloom context\`.`
    : `${what} it cannot be read. Run \`hookloom doctor\`.`;
}
