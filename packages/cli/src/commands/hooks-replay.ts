/**
 * `hookloom hooks replay SEQ`: runs the current hooks on a recorded event, also as another client. Runs nothing by
 * default.
 */
import { defineCommand } from '../command/definition.ts';
import { engineParts, withScratch } from '../command/hook-subject.ts';
import { clientOption, flag, memoryOptions } from '../command/options.ts';
import { recallHook } from '../command/recall-hook.ts';
import { placeName, showRuns } from '../output/hook-runs.ts';

export const command = defineCommand({
  name: 'hooks replay',
  summary: 'Show which hooks a recorded event would run, or run them, also as another client.',
  description:
    'Lists the hooks that would run. With --run they are run, nothing is recorded, and `once` hooks can still run later. Values that the log does not contain, such as file contents and masked secrets, are missing; the output lists them.',
  arguments: {
    seq: {
      name: 'SEQ',
      description: 'number of the event in the log',
      required: true,
      parse: (value: string): number => {
        if (/^[1-9]\d{0,14}$/.test(value)) return Number(value);
        throw new Error('Give the number of an event.');
      },
    },
  },
  options: {
    as: clientOption('--as <client>', 'act as this client (default: the recorded one)'),
    run: flag('--run', 'run the hooks; without it they are only listed'),
    trust: flag('--trust', 'run hooks of the project without a review'),
    ...memoryOptions,
  },
  examples: {
    'hookloom hooks replay 42': 'list the hooks for event 42',
    'hookloom hooks replay 42 --as codex --run': 'run them as Codex would',
  },
  async run({ args, options, context, out }) {
    const { event, missing } = await recallHook(context, options, args.seq, options.as);
    const [{ dispatch }, { CLIENTS }, parts] = await Promise.all([
      import('@hookloom/hooks'),
      import('@hookloom/hooks/clients'),
      engineParts(context, options),
    ]);
    const client = CLIENTS[event.source];
    const result = await withScratch((scratch) =>
      dispatch({
        ...parts,
        client,
        event,
        scratch,
        trustProject: options.trust,
        dryRun: !options.run,
      }),
    );
    if (options.json)
      return out.json({
        seq: args.seq,
        client: event.source,
        native_event: event.native_event,
        dry_run: !options.run,
        missing,
        handlers: result.planned.map(({ handler, verdict }) => ({
          place: placeName(handler, parts),
          verdict,
        })),
        response: result.response,
        rendered: result.rendered,
      });
    out.line(
      { style: 'bold', text: `Event ${args.seq}` },
      ` as ${event.native_event} under ${event.source}`,
    );
    for (const gap of missing) out.line({ style: 'yellow', text: 'not in the log' }, ` ${gap}`);
    if (options.run) showRuns(out, result, parts);
    else
      for (const { handler, verdict } of result.planned)
        out.line(`${verdict.replaceAll('_', ' ').padEnd(18)} ${placeName(handler, parts)}`);
    if (!options.run) out.line('Nothing was run. Add --run to run them.');
    else {
      const { stdout, exit } = result.rendered;
      out.line(
        { style: 'bold', text: 'Answer' },
        stdout === '' ? `: silence, exit ${exit}` : `: ${stdout}`,
      );
    }
  },
});
