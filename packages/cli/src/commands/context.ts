/**
 * `hookloom context`: what the memory gives a session that starts here
 * (docs/explanation/what-a-session-starts-with.md).
 */
import type { Workspace } from '@hookloom/core/settings';
import { workspaceOf, workspaceToRead, type CommandContext } from '../command/context.ts';
import { ownFiles } from '../install/own-files.ts';
import { defineCommand } from '../command/definition.ts';
import { hasLog, reportedEmpty } from '../command/nothing-yet.ts';
import {
  choice,
  clientOption,
  flag,
  integerOr,
  jsonOption,
  sessionOption,
  text,
  workspaceOptions,
} from '../command/options.ts';

/** How long a new session may wait for notes about earlier work. */
const NOTES_MS = 3_000;

/** The answer is sent. Start the worker, which makes notes, and the watcher, which imports session files. */
async function startBehind(env: CommandContext['env'], eventloomDir: string): Promise<void> {
  const { bin } = ownFiles();
  const { startInBackground } = await import('@hookloom/worker');
  await startInBackground(env, bin).catch(() => {});
  const { reviveQuietly } = await import('@hookloom/worker');
  reviveQuietly({ eventloomDir, env, bin, now: Date.now });
}

/** Warnings for a new session if the logs are not as this installation left them. */
async function noticesAt(workspace: Workspace): Promise<string> {
  const { logNotices } = await import('@hookloom/log');
  const { noticeText } = await import('@hookloom/worker');
  const notices = logNotices(workspace.eventloomDir);
  if (notices.length === 0) return '';
  return ['Tell the user about their Hookloom logs:', ...notices.map(noticeText)].join('\n- ');
}

export const command = defineCommand({
  name: 'context',
  summary: 'Show the context that a new session receives here.',
  description:
    'Decisions, rules and open questions that still hold come first, then pinned facts and notes that fit the prompt, the branch and the files changed last. Rows are added in this order until the budget is used.',
  options: {
    ...workspaceOptions,
    ...sessionOption,
    prompt: text('--prompt <text>', 'what the session is about'),
    branch: text('--branch <name>', 'the branch it works on (default: the one checked out here)'),
    budget: integerOr('--budget <bytes>', 'size limit in bytes', [0, 64_000], 8_000),
    why: flag('--why', 'show why each line was chosen'),
    client: clientOption('--client <name>', 'the client that will read it'),
    forHook: choice('--for-hook <moment>', 'for a hook: print nothing if there is no context', [
      'session',
    ]),
    clientSession: text('--client-session <id>', "the client's own session id"),
    ...jsonOption,
  },
  examples: {
    'hookloom context': 'what a session would receive now',
    'hookloom context --prompt "fix the login" --why': 'chosen for a task',
  },
  async run({ options, context }) {
    const { out, env, cwd } = context;
    const moment = options.forHook;
    // A hook records in the session of its own project.
    const workspace = (moment === undefined ? workspaceToRead : workspaceOf)(context, options);
    const notices = await noticesAt(workspace);
    if (!hasLog(workspace)) {
      if (moment !== undefined && notices !== '') out.block(notices);
      if (moment !== undefined) await startBehind(env, workspace.eventloomDir);
      // A hook prints nothing when there is nothing to report.
      if (moment !== undefined || (await reportedEmpty(context, workspace, options))) return;
      return out.json({ bytes: 0, notes: [], reachable: 0, sessions: [], withheld: [] });
    }
    const { contextHere, recordInjection, explained } = await import('@hookloom/worker');
    // Report problems with the logs first: they may keep the memory from opening.
    if (moment !== undefined && notices !== '') out.block(notices);
    const here = await contextHere(workspace, {
      env,
      folder: cwd,
      branch: options.branch,
      nowMs: context.now(),
      prompt: options.prompt ?? '',
      makeNotesMs: NOTES_MS,
      isKept: moment !== undefined,
      budget: options.budget,
      withWhy: options.why,
      ...(options.client !== undefined && { client: options.client }),
    });
    try {
      const { layout, runtime } = here;
      const { shown, sessions, said = [] } = layout;
      const isEmpty = shown.length + sessions.length + said.length === 0;
      if (moment !== undefined && isEmpty) return;
      if (moment !== undefined)
        await recordInjection(runtime, layout, {
          session: options.clientSession ?? 'unknown',
          client: options.client ?? 'unknown',
        });
      if (options.json) out.json(explained(layout));
      else
        out.block([moment === undefined ? notices : '', layout.text].filter(Boolean).join('\n\n'));
    } finally {
      await here.close();
      if (moment !== undefined) await startBehind(env, workspace.eventloomDir);
    }
  },
});
