/** Replays a recorded client session through the real hook command, one process per payload, as the client would. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { HookloomError } from '@hookloom/core';

/** The path of the project in the recording. */
const RECORDED_ROOT = '/home/dev/invoices';

export interface Replay {
  /** Absolute path of `hook.cjs`. */
  hook: string;
  /** Absolute path of the recording, one payload per line. */
  recording: string;
  workspace: string;
  session: string;
}

interface RecordedPayload {
  hook_event_name: string;
  tool_name?: string;
  tool_input?: { file_path?: string; content?: string };
}

/** Yields the delivered payloads in order. Throws `internal_error` if the hook fails, which it never should. */
export function* replaySession(replay: Replay) {
  const lines = fs.readFileSync(replay.recording, 'utf8').trimEnd().split('\n');
  const env = { ...process.env };
  delete env['NODE_EXTRA_CA_CERTS'];
  for (const line of lines) {
    const payload = line.replaceAll(RECORDED_ROOT, JSON.stringify(replay.workspace).slice(1, -1));
    const parsed = JSON.parse(payload) as RecordedPayload;
    leaveFile(parsed, replay.workspace);
    const run = spawnSync(
      process.execPath,
      [
        replay.hook,
        'hook',
        'claude-code',
        '--eventloom-path',
        path.join(replay.workspace, '.eventloom'),
        '--session-id',
        replay.session,
      ],
      { cwd: replay.workspace, env, input: payload, encoding: 'utf8' },
    );
    if (run.status !== 0 || run.stdout !== '')
      throw new HookloomError(
        'internal_error',
        `The hook answered ${parsed.hook_event_name} with status ${run.status}.`,
        'Run `npm run build`, then try again.',
      );
    yield { event: parsed.hook_event_name, tool: parsed.tool_name ?? null };
  }
}

/**
 * Creates the files that the session wrote, because facts about missing files are withheld. Never changes the user's
 * files.
 */
function leaveFile({ hook_event_name, tool_name, tool_input }: RecordedPayload, root: string) {
  const { file_path: file, content } = tool_input ?? {};
  if (hook_event_name !== 'PostToolUse' || tool_name !== 'Write') return;
  if (file === undefined || content === undefined) return;
  const inside = path.relative(root, file);
  if (inside.startsWith('..') || path.isAbsolute(inside)) return;
  fs.mkdirSync(path.dirname(file), { recursive: true });
  try {
    fs.writeFileSync(file, content, { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
