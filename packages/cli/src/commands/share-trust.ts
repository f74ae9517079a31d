import { callerOf } from '../command/caller.ts';
import { workspaceOf, type CommandContext } from '../command/context.ts';
import { defineCommand } from '../command/definition.ts';
import { argument, memoryOptions, text } from '../command/options.ts';
import { assertPerson, personOptions } from '../command/person-gate.ts';
import { withRuntime } from '../command/with-runtime.ts';

const writer = argument('WRITER', 'the key, its first 8 characters or more, or the name');

export const command = defineCommand({
  name: 'share trust',
  summary: 'Accept the key of a writer: what it shares counts as said, under its name.',
  description:
    'Compare the key with the one that the writer sees in `hookloom share status`, through another channel than the repository. Only a person at a terminal can accept it; the log records it.',
  arguments: { writer },
  options: {
    as: text('--as <name>', 'another name for it, as NAME@MACHINE'),
    ...personOptions,
    ...memoryOptions,
  },
  examples: { 'hookloom share trust alice@thinkpad': 'accept what alice shares' },
  run: ({ args, options, context }) =>
    change(context, options, { verb: 'trust', named: args.writer, as: options.as }),
});

export const distrust = defineCommand({
  name: 'share distrust',
  summary: 'Stop trusting a writer: its lines are shown as reported.',
  description: 'For a person at a terminal; the log records it.',
  arguments: { writer },
  options: { ...personOptions, ...memoryOptions },
  examples: { 'hookloom share distrust alice@thinkpad': 'no longer accept what alice shares' },
  run: ({ args, options, context }) =>
    change(context, options, { verb: 'distrust', named: args.writer, as: undefined }),
});

type Options = Parameters<typeof workspaceOf>[1] & {
  json: boolean;
  adminTokenFile: string | undefined;
};

async function change(
  context: CommandContext,
  options: Options,
  { verb, named, as }: { verb: 'trust' | 'distrust'; named: string; as: string | undefined },
): Promise<void> {
  const workspace = workspaceOf(context, options);
  return withRuntime(context, workspace, async (runtime) => {
    const { distrustWriter, trustWriter } = await runtime.share();
    const command = `share ${verb}`;
    const { adminTokenFile } = options;
    const stateDir = runtime.context.stateDir!;
    const caller = callerOf(context);
    await assertPerson({ context, workspace, command, adminTokenFile, stateDir, hasReview: false });
    const isTrust = verb === 'trust';
    const changed = isTrust
      ? await trustWriter(runtime.context, { named, as }, caller)
      : await distrustWriter(runtime.context, named, caller);
    const said = isTrust
      ? `You trust ${changed.author} now.`
      : `${changed.author} is shown as reported from now on.`;
    if (options.json) context.out.json(changed);
    else context.out.line(said);
  });
}
