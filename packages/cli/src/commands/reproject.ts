import path from 'node:path';
import { invalidRequest, notFound } from '@hookloom/core';
import { workspaceOf } from '../command/context.ts';
import { defineCommand } from '../command/definition.ts';
import {
  flag,
  integerOr,
  memoryOptions,
  optionalArgument,
  SEQ,
  placeOptions,
} from '../command/options.ts';
import { untilInterrupted } from '../command/until-interrupted.ts';
import { withRuntime } from '../command/with-runtime.ts';
import { nameLog, sessionLog } from '../input/name-log.ts';
import { plural } from '../output/format.ts';

export const reproject = defineCommand({
  name: 'reproject',
  summary: 'Rebuild the memory from the log.',
  description:
    'Without LOG it rebuilds every session of the workspace. Logs are verified first, and a broken log is refused. Deleting the memory files is always safe: this command or the next question rebuilds them.',
  arguments: { log: optionalArgument('LOG', 'a session of the workspace, or its log file') },
  options: {
    fromSeq: integerOr(
      '--from-seq <n>',
      'first event to project; earlier ones must be projected already',
      SEQ,
      1,
    ),
    resetProjection: flag('--reset-projection', 'first delete the memory of all sessions'),
    ...memoryOptions,
  },
  examples: {
    'hookloom reproject --reset-projection': 'rebuild everything',
    'hookloom reproject shop-default': 'update one session',
  },
  async run({ args, options, context, out }) {
    const workspace = workspaceOf(context, { ...options, sessionId: undefined });
    const { listSessions } = await import('@hookloom/log');
    const word = args.log ?? options.sessionId;
    const sessions =
      word === undefined
        ? listSessions(workspace.eventloomDir).map((name) => sessionLog(name, workspace).session!)
        : [ownSession(word)];
    if (sessions.length === 0)
      throw notFound(
        `There is no log in ${workspace.eventloomDir}.`,
        'Run it in a workspace with a log, or pass --eventloom-path.',
      );
    const answer = await withRuntime(context, workspace, async (runtime) => {
      const { reproject } = await import('@hookloom/worker');
      const request = { sessions, fromSeq: options.fromSeq, reset: options.resetProjection };
      return reproject(runtime.context, request, (session, done, total) =>
        out.progress(`${session}: ${done} events of ${total}`),
      ).finally(() => out.progress(null));
    });
    if (options.json) return out.json(answer);
    for (const { session_id, projected, cursor_seq, facts } of answer.sessions)
      out.line(
        `${session_id}: ${plural(projected, 'event')} projected, up to event ${cursor_seq}; ${plural(facts, 'fact')}.`,
      );

    function ownSession(text: string): string {
      const log = nameLog(text, context.cwd, workspace);
      if (log.session !== null && path.dirname(log.path) === workspace.eventloomDir)
        return log.session;
      throw invalidRequest(
        `${text} is not a log of this workspace.`,
        'Name a session, or pass --eventloom-path with the folder of the log.',
      );
    }
  },
});

export const memoryReEmbed = defineCommand({
  name: 'memory re-embed',
  summary: 'Compute the vectors of all events again with the configured encoder.',
  description:
    'Uses the encoder of @hookloom/encoder-en, or the model named by EMBEDDING_MODEL or EMBEDDING_MODEL_DIR. You can interrupt it at any time and run it again to continue. The log does not change.',
  options: placeOptions,
  examples: {
    'EMBEDDING_MODEL=nomic-embed-text hookloom memory re-embed':
      'vectors of a model that Ollama serves here',
    'hookloom memory re-embed --json': 'as JSON',
  },
  async run({ options, context, out }) {
    const { reEmbed } = await import('@hookloom/worker');
    const answer = await untilInterrupted(context, (signal) =>
      withRuntime(context, workspaceOf(context, options), (runtime) =>
        reEmbed(runtime.context, {
          signal,
          onProgress: (done, total) => out.progress(`${done} of ${plural(total, 'event')}`),
        }),
      ),
    );
    if (options.json) return out.json(answer);
    out.line(`${plural(answer.embedded, 'event')} embedded with ${answer.model}.`);
    if (answer.dropped > 0) out.line(`${plural(answer.dropped, 'older vector')} dropped.`);
    if (answer.waiting > 0)
      out.line(`${plural(answer.waiting, 'event')} left. Run it again to continue.`);
  },
});
