import { workspaceOf } from '../command/context.ts';
import { defineCommand } from '../command/definition.ts';
import { placeOptions } from '../command/options.ts';
import { withRuntime } from '../command/with-runtime.ts';
import { plural } from '../output/plural.ts';

export const command = defineCommand({
  name: 'memory re-embed',
  summary: 'Compute the vectors of all events again with the configured encoder.',
  description:
    'Uses the encoder of @hookloom/encoder-en, or the model named by EMBEDDING_MODEL or EMBEDDING_MODEL_DIR. You can interrupt it at any time and run it again to continue. The log does not change.',
  arguments: {},
  options: placeOptions,
  examples: {
    'EMBEDDING_MODEL=nomic-embed-text hookloom memory re-embed':
      'vectors of a model that Ollama serves here',
    'hookloom memory re-embed --json': 'as JSON',
  },
  async run({ options, context }) {
    const { out } = context;
    const { reEmbed } = await import('@hookloom/worker');
    const stop = new AbortController();
    const onInterrupt = () => stop.abort();
    process.once('SIGINT', onInterrupt);
    try {
      const answer = await withRuntime(context, workspaceOf(context, options), (runtime) =>
        reEmbed(runtime.context, {
          signal: stop.signal,
          onProgress: (done, total) => out.progress(`${done} of ${plural(total, 'event')}`),
        }),
      );
      out.progress(null);
      if (options.json) {
        out.json(answer);
        return;
      }
      out.line(`${plural(answer.embedded, 'event')} embedded with ${answer.model}.`);
      if (answer.dropped > 0) out.line(`${plural(answer.dropped, 'older vector')} dropped.`);
      if (answer.waiting > 0)
        out.line(`${plural(answer.waiting, 'event')} left. Run it again to continue.`);
    } finally {
      out.progress(null);
      process.off('SIGINT', onInterrupt);
    }
  },
});
