/** `hookloom activate CLIENT`: prints the context for a new session, and starts the client with it. */
import { defined, invalidRequest, notFound, shellQuote, type HookloomError } from '@hookloom/core';
import { homeOf, type Workspace } from '@hookloom/core/settings';
import { CLIENTS, findExecutable, PLACES, type Place } from '@hookloom/hooks/clients';
import { gapLines, gapsOf, type Gap } from '../activate/gaps.ts';
import { runClient } from '../activate/run-client.ts';
import { clientStateOf } from '../activate/client-state.ts';
import { ACTIVATE_CLIENTS, startCommand, type ActivateClient } from '../activate/start-command.ts';
import { watcherOf } from '../activate/watcher.ts';
import { workspaceIn, type CommandContext } from '../command/context.ts';
import { defineCommand } from '../command/definition.ts';
import { rootOf } from '../command/root-of.ts';
import { hasLog } from '../command/nothing-yet.ts';
import { choiceArgument, flag, memoryOptions, restArguments, text } from '../command/options.ts';
import { wordsOfWorkspace } from '../command/words-of-place.ts';
import { withRuntime } from '../command/with-runtime.ts';

export const command = defineCommand({
  name: 'activate',
  summary: 'Print the context for a new session, or start a client with it.',
  description:
    'Prints the context of `memory bootstrap` and the command that starts the client with it. With --launch the client runs in the foreground and this command exits with its status. Arguments after -- are passed to the client.',
  arguments: {
    client: choiceArgument('CLIENT', 'which client', ACTIVATE_CLIENTS),
    rest: restArguments('CLIENT_ARGS', 'arguments for the client, after --'),
  },
  options: {
    launch: flag('--launch', 'start the client'),
    workspace: text('--workspace <dir>', 'the folder to work in (default: this project)'),
    task: text('--task <text>', 'the task of the session; sent as its first prompt'),
    ...memoryOptions,
  },
  examples: {
    'hookloom activate codex --task "fix due dates"': 'print the context and the command',
    'hookloom activate codex --launch': 'start Codex, watched',
    'hookloom activate claude-code --launch -- --model opus': 'with an option of Claude Code',
  },
  async run({ args, options, context }) {
    const { client, rest = [] } = args;
    const { launch, task, json } = options;
    refuseOdd(client, launch, json);
    const root = rootOf(context, options.workspace, options);
    const workspace = workspaceIn(context, root, options);
    const { env } = context;
    const place: Place = { root, home: homeOf(env) ?? root, env, platform: process.platform };
    const state = clientStateOf(client, place);
    const { executable } = PLACES[client];
    const file = executable === null ? null : findExecutable(executable, place);
    // Check this first: nothing may have been started for a client that is not installed.
    if (launch && file === null) throw notHere(client);
    const watcher = await watcherOf(context, client, workspace, options.sessionId, launch);
    const gaps = gapsOf({
      client,
      state,
      hasLog: hasLog(workspace),
      watcher: watcher.state,
      named: (spelled) => wordsOfWorkspace(context, workspace, spelled),
    });
    const packet = await packetOf(context, workspace, task, gaps, options.sessionId);
    const start = startCommand(client, {
      packet: packet.prompt,
      task,
      rest,
      ownInstructions: state.ownInstructions,
    });
    if (launch && file !== null) {
      for (const { why, fix } of gaps) context.out.note(`${why} To fix it: ${fix}`);
      const { allowWorker } = await import('@hookloom/worker');
      // A client that starts with the memory needs the worker, so its MCP server may start one.
      allowWorker(env);
      await context.out.drained();
      return runClient({
        file,
        args: start.args,
        cwd: root,
        env: sessionEnv(env, options, workspace),
      });
    }
    const launchCommand = client === 'cursor' ? null : launchLine(client, options, rest);
    if (json)
      return context.out.json({
        client,
        session_id: workspace.session,
        workspace: root,
        status: gaps.length === 0 ? 'complete' : 'degraded',
        gaps,
        watcher,
        packet,
        start: { ...start, path: file },
        launch_command: launchCommand,
      });
    context.out.block(packet.prompt);
    context.out.line('');
    if (launchCommand === null) context.out.line('Paste it into a new chat of Cursor.');
    else {
      context.out.line('Start the client with it:');
      context.out.bold(`  ${launchCommand}`);
    }
    if (file === null) context.out.line(notHere(client).message, ' ', notHere(client).remediation);
  },
});

function refuseOdd(client: ActivateClient, launch: boolean, json: boolean): void {
  if (launch && client === 'cursor')
    throw invalidRequest(
      'Cursor cannot be started with a prompt.',
      'Run `hookloom activate cursor` and paste the text into a new chat.',
    );
  if (launch && json)
    throw invalidRequest('--launch and --json cannot be combined.', 'Use one of them.');
}

function notHere(client: ActivateClient): HookloomError {
  const { label, executable } = PLACES[client];
  return notFound(
    `${label} is not installed: there is no \`${executable}\` on the PATH.`,
    `Install it: ${CLIENTS[client].start!.installedBy}`,
  );
}

async function packetOf(
  context: CommandContext,
  workspace: Workspace,
  task: string | undefined,
  gaps: readonly Gap[],
  sessionId: string | undefined,
) {
  const isNew = sessionId !== undefined && !hasLog(workspace);
  const asked = {
    ...(sessionId !== undefined && !isNew && { session_id: sessionId }),
    ...(task !== undefined && { current_task: task }),
  };
  const { coreListing } = await import('@hookloom/worker');
  const answer = await withRuntime(context, workspace, (runtime) =>
    runtime.bootstrap(asked, coreListing),
  );
  return { ...answer, prompt: [answer.prompt.trimEnd(), ...gapLines(gaps)].join('\n') };
}

/** Options given here also apply to the hooks and the server that the client starts, in this folder or another. */
function sessionEnv(
  env: CommandContext['env'],
  given: Record<'eventloomPath' | 'sessionId' | 'domain', string | undefined>,
  { eventloomDir }: Workspace,
): CommandContext['env'] {
  return {
    ...env,
    ...(given.eventloomPath !== undefined && { EVENTLOOM_PATH: eventloomDir }),
    ...defined({ EVENTLOOM_THREAD: given.sessionId, ZAXY_DOMAIN: given.domain }),
  };
}

function launchLine(
  client: ActivateClient,
  options: Record<
    'workspace' | 'task' | 'sessionId' | 'eventloomPath' | 'domain',
    string | undefined
  >,
  rest: readonly string[],
): string {
  const named = [
    ['--workspace', options.workspace],
    ['--session-id', options.sessionId],
    ['--eventloom-path', options.eventloomPath],
    ['--domain', options.domain],
    ['--task', options.task],
  ].flatMap(([name, value]) => (value === undefined ? [] : [name!, value]));
  const behind = rest.length === 0 ? [] : ['--', ...rest];
  return ['hookloom', 'activate', client, ...named, '--launch', ...behind]
    .map(shellQuote)
    .join(' ');
}
