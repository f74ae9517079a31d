/** `hookloom hooks attach PROMPT`: runs a Codex app-server whose approvals your hooks answer. */
import { createInterface } from 'node:readline/promises';
import { isJsonObject, unavailable } from '@hookloom/core';
import type { HookEvent, HookResponse } from '@hookloom/core/hook';
import { workspaceOf, type CommandContext, type WorkspaceOptions } from '../command/context.ts';
import { defineCommand } from '../command/definition.ts';
import { engineParts } from '../command/hook-subject.ts';
import { argument, choice, sessionOption, text, workspaceOptions } from '../command/options.ts';
import { ownFiles } from '../install/own-files.ts';

export const command = defineCommand({
  name: 'hooks attach',
  summary: 'Run one turn of a Codex app-server and let your hooks answer its approvals.',
  description:
    'Starts `codex app-server`, or connects to a running one (--url), sends PROMPT and follows the turn. Everything is recorded, and your hooks answer the approvals that Codex asks for. If no hook decides, you are asked; without a terminal the call is declined. Do not combine it with hooks in .codex/hooks.json: each call would be recorded twice.',
  arguments: { prompt: argument('PROMPT', 'the prompt for Codex') },
  options: {
    url: text('--url <ws>', 'address of a running app-server, such as ws://127.0.0.1:4500'),
    thread: text('--thread <id>', 'continue this thread'),
    noOpinion: choice(
      '--no-opinion <what>',
      'what to do if no hook decides (default: ask, else decline)',
      ['ask', 'decline', 'accept'],
    ),
    ...workspaceOptions,
    ...sessionOption,
  },
  examples: {
    'hookloom hooks attach "run the tests"': 'start Codex and one turn',
    'hookloom hooks attach --url ws://127.0.0.1:4500 "go on" --thread thr_1':
      'in a running app-server',
  },
  async run({ args, options, context, out }) {
    const [{ attachEngine, CodexAppServerClient }, dispatch, parts] = await Promise.all([
      import('@hookloom/hooks/clients'),
      dispatcher(context, options),
      engineParts(context, options),
    ]);
    const client = new CodexAppServerClient({
      cwd: parts.projectDir,
      ...(options.url !== undefined && { url: options.url }),
    });
    const { noOpinion = 'ask' } = options;
    attachEngine(client, dispatch, {
      onNoOpinion: noOpinion === 'ask' ? 'forward' : noOpinion,
      ...(context.isInteractive
        ? { human: ({ event, response }) => askPerson(context, event, response) }
        : {}),
      onHandled: ({ event, response, answer }) => {
        if (answer !== null)
          out.line({ style: 'bold', text: response.decision }, `  ${aboutCall(event)}`);
      },
    });
    const ended = new Promise<string>((resolve) => {
      client.on('closed', () => resolve('closed'));
      client.on('message', ({ method, params }) => {
        if (method !== 'turn/completed' || !isJsonObject(params)) return;
        const { turn } = params;
        resolve(
          isJsonObject(turn) && typeof turn['status'] === 'string' ? turn['status'] : 'completed',
        );
      });
    });
    try {
      await client.start();
      const opened =
        options.thread === undefined
          ? await client.startThread({ cwd: parts.projectDir })
          : await client.resumeThread(options.thread);
      const { thread } = opened;
      const id = isJsonObject(thread ?? null)
        ? (thread as Record<string, unknown>)['id']
        : undefined;
      if (typeof id !== 'string')
        throw unavailable(
          'Codex did not open a thread.',
          'Try to run `codex app-server` yourself.',
        );
      await client.startTurn(id, args.prompt);
      const status = await ended;
      out.line(`thread ${id}: ${status}`);
      return status === 'completed' ? 0 : 1;
    } finally {
      await client.close();
    }
  },
});

/** Dispatches events to the hooks of this project. */
async function dispatcher(context: CommandContext, options: WorkspaceOptions) {
  const [{ projectHooks }, { speakerHere }, { openJsonlStore }, parts] = await Promise.all([
    import('@hookloom/worker'),
    import('@hookloom/hooks'),
    import('@hookloom/log'),
    engineParts(context, options),
  ]);
  const { eventloomDir: dir, session } = workspaceOf(context, options);
  const log = { dir, session, store: openJsonlStore({ dir }) };
  // An agent's shell may run this command against an app-server that it started.
  const by = speakerHere(parts.projectDir, context.env) === 'agent' ? 'agent' : 'user';
  const given = { hookFile: ownFiles().hook, now: context.now, speaker: () => by } as const;
  return projectHooks({ ...parts, ...given, log });
}

async function askPerson({ out, stdin }: CommandContext, event: HookEvent, response: HookResponse) {
  out.bold(aboutCall(event));
  if (response.reason !== undefined) out.line(response.reason);
  const lines = createInterface({ input: stdin, output: process.stderr });
  try {
    const answer = await lines.question('Allow it? [y/N] ');
    return /^y(es)?$/i.test(answer.trim()) ? 'accept' : 'decline';
  } finally {
    lines.close();
  }
}

/** @example "Bash npm test", "apply_patch src/a.ts" */
function aboutCall({ tool, native_event: native }: HookEvent): string {
  if (tool === null) return native;
  const command = isJsonObject(tool.input) ? tool.input['command'] : undefined;
  const about = tool.files.length > 0 ? tool.files.join(', ') : command;
  return typeof about === 'string' ? `${tool.native_name} ${about}` : tool.native_name;
}
