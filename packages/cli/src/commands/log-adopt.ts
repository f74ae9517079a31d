import { notFound } from '@hookloom/core';
import { workspaceOf } from '../command/context.ts';
import { defineCommand } from '../command/definition.ts';
import { optionalArgument, placeOptions } from '../command/options.ts';
import { assertPerson, personOptions } from '../command/person-gate.ts';
import { plural } from '../output/plural.ts';

export const command = defineCommand({
  name: 'log adopt',
  summary: 'Trust a log that another installation wrote, and continue it.',
  description:
    'Events from a log that came with a repository, from another machine or from a colleague are marked as reported until you adopt the log. Read it first: `hookloom memory log --session-id SESSION`. Only a person can adopt a log.',
  arguments: {
    session: optionalArgument('SESSION', 'the log (default: every foreign log of this workspace)'),
  },
  options: { ...personOptions, ...placeOptions },
  examples: { 'hookloom log adopt shop-default': 'trust the log of a colleague' },
  async run({ args, options, context }) {
    const workspace = workspaceOf(context, options);
    const { eventloomDir: dir } = workspace;
    const { foreignSessions } = await import('@hookloom/log');
    const foreign = foreignSessions(dir);
    const wanted = args.session === undefined ? foreign : [args.session];
    const unknown = wanted.find((session) => !foreign.includes(session));
    if (unknown !== undefined)
      throw notFound(
        `There is no foreign log ${unknown} in ${dir}.`,
        'Run `hookloom doctor` to see the logs of this workspace.',
      );
    if (wanted.length > 0) {
      const { privateStateDir } = await import('@hookloom/hooks');
      const stateDir = privateStateDir(context.env);
      await assertPerson({
        context,
        workspace,
        command: 'log adopt',
        stateDir,
        hasReview: true,
        ...options,
      });
    }
    const { openJsonlStore, adoptLog } = await import('@hookloom/log');
    const store = openJsonlStore({ dir, clock: { now: context.now } });
    const adopted: { session: string; events: number }[] = [];
    try {
      for (const session of wanted) {
        const events = await adoptLog(dir, session, store);
        if (events !== null) adopted.push({ session, events });
      }
    } finally {
      await store.close();
    }
    if (options.json) context.out.json({ adopted });
    else if (adopted.length === 0) context.out.line('There is no foreign log here.');
    else
      for (const { session, events } of adopted)
        context.out.line(`Adopted ${session}: ${plural(events, 'event')}. New events go to it.`);
  },
});
