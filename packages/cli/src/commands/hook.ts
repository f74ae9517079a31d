import { invalidRequest } from '@hookloom/core';
import { defineCommand } from '../command/definition.ts';
import {
  argument,
  clientArgument,
  flag,
  optionalArgument,
  sessionOption,
  workspaceOptions,
  choice,
  integer,
  text,
} from '../command/options.ts';

export const hook = defineCommand({
  name: 'hook',
  summary: 'Read one hook payload from standard input, record it, run your hooks and answer.',
  description:
    'Clients call this command; `hookloom init` sets it up. It prints nothing and exits with 0 unless one of your hooks answers.',
  arguments: {
    client: clientArgument('the agent client'),
    event: optionalArgument('EVENT', "the client's event, if its payload does not name it"),
  },
  options: {
    trustProjectHooks: flag(
      '--trust-project-hooks',
      'run the project’s hooks without a review, for unattended machines',
    ),
    ...sessionOption,
    ...workspaceOptions,
  },
  examples: { 'hookloom hook claude-code < payload.json': 'record a payload by hand' },
  isHookPath: true,
  run: () => {
    throw invalidRequest(
      'This command is handled by the hook file.',
      'Use it as the first argument: `hookloom hook CLIENT`.',
    );
  },
});

const NUMBER = [0, Number.MAX_SAFE_INTEGER] as const;

export const hookEvent = defineCommand({
  name: 'hook-event',
  summary: 'Record one event from a script or from a client without its own adapter.',
  description:
    'Triggers: session-start (start), resume, session-resumed, stop, precompact, checkpoint, heartbeat, command, file-edit, tool-call, transcript-turn, user-prompt-submit. Upper case and underscores are accepted. Unknown triggers are refused.',
  arguments: { trigger: argument('TRIGGER', 'what happened') },
  options: {
    source: text('--source <name>', 'client or adapter (default: generic)'),
    workspace: text('--workspace <dir>', 'workspace root of the event'),
    transcriptPath: text('--transcript-path <file>', 'transcript of the session'),
    summary: text('--summary <text>', 'short summary of a checkpoint'),
    reason: text('--reason <text>', 'manual, interval, precompact, shutdown, …'),
    turnCount: integer('--turn-count <n>', 'turns so far', NUMBER),
    command: text('--command <text>', 'command: the command line'),
    exitCode: text('--exit-code <n>', 'command: its exit status'),
    durationMs: integer('--duration-ms <n>', 'command: how long it ran', NUMBER),
    stdout: text('--stdout <text>', 'command: excerpt of its output'),
    stderr: text('--stderr <text>', 'command: excerpt of its errors'),
    path: text('--path <file>', 'file-edit: the file'),
    operation: text('--operation <name>', 'file-edit: what was done (default: modified)'),
    lineCount: integer('--line-count <n>', 'file-edit: lines touched', NUMBER),
    toolName: text('--tool-name <name>', 'tool-call: the tool'),
    toolStatus: text('--tool-status <name>', 'tool-call: how it ended (default: ok)'),
    callId: text('--call-id <id>', "tool-call: the client's id of the call"),
    argumentsJson: text('--arguments-json <json>', 'tool-call: arguments; only the keys are kept'),
    resultSummary: text('--result-summary <text>', 'tool-call: what came back'),
    role: choice('--role <name>', 'transcript-turn: who spoke', [
      'user',
      'assistant',
      'system',
      'tool',
    ]),
    content: text('--content <text>', 'transcript-turn: what was said'),
    turnIndex: integer('--turn-index <n>', 'transcript-turn: its number', NUMBER),
    ...sessionOption,
    ...workspaceOptions,
  },
  examples: {
    'hookloom hook-event heartbeat --source manual': 'prove that recording works',
    'hookloom hook-event command --command "npm test" --exit-code 0': 'a command and its outcome',
  },
  isHookPath: true,
  run: () => {
    throw invalidRequest(
      'This command is handled by the hook file.',
      'Use it as the first argument: `hookloom hook-event TRIGGER`.',
    );
  },
});
