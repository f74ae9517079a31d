/**
 * What the memory hands to a session, asked for by the product's own command: it opens the workspace, so that nothing of
 * it is loaded into the hook, and nothing has to be running. Fails open: no context is no error (DESIGN law 2).
 */
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import type { HookEvent } from '@hookloom/core/hook/hook-event';
import type { LogTarget } from './answer-request.ts';

/** The documented limit on waiting (seeds/003). */
const WAIT_MS = 10_000;
/** For one prompt people wait less gladly. */
const PROMPT_WAIT_MS = 1_500;
const MAX_BYTES = 256 * 1024;
const MAX_PROMPT_CHARS = 4_000;

export interface ContextAsked {
  /** The installed command's own words. */
  argv: readonly string[];
  event: HookEvent;
  /** Lies beside the command. */
  hookFile: string;
  projectDir: string;
  target: LogTarget;
  env: Record<string, string | undefined>;
}

/** Null where the installed command asks for none at this event, and where there is none. */
export async function sessionContext(asked: ContextAsked): Promise<string | null> {
  const { argv, event, hookFile, projectDir, target, env } = asked;
  const moment = momentOf(argv, event);
  const bin = path.join(path.dirname(hookFile), '..', 'bin', 'hookloom.cjs');
  if (moment === null || !fs.existsSync(bin)) return null;
  const args = [
    bin,
    'context',
    '--for-hook',
    moment,
    `--client=${event.source}`,
    `--client-session=${event.session_id}`,
    `--eventloom-path=${target.dir}`,
    `--session-id=${target.session}`,
  ];
  const timeout = moment === 'prompt' ? PROMPT_WAIT_MS : WAIT_MS;
  const text = await new Promise<string>((resolve) => {
    const options = { cwd: projectDir, timeout, env, maxBuffer: MAX_BYTES, windowsHide: true };
    const child = execFile(process.execPath, args, options, (error, stdout) =>
      resolve(error === null ? stdout : ''),
    );
    // Gone before it has read: its answer tells.
    child.stdin?.on('error', () => {});
    child.stdin?.end((event.prompt ?? '').slice(0, MAX_PROMPT_CHARS));
  });
  return text.trim() === '' ? null : text.trimEnd();
}

/** A session that is resumed holds what it was given before; a subagent is given nothing. */
function momentOf(argv: readonly string[], event: HookEvent): 'session' | 'prompt' | null {
  if (event.agent_id !== null) return null;
  const isStart = event.event_type === 'session_start' && event.subject !== 'resume';
  if (isStart && argv.includes('--inject=session')) return 'session';
  return event.event_type === 'before_agent' && argv.includes('--inject=prompt') ? 'prompt' : null;
}
