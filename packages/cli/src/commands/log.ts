import { notFound } from '@hookloom/core';
import { workspaceOf } from '../command/context.ts';
import { defineCommand } from '../command/definition.ts';
import { optionalArgument, placeOptions } from '../command/options.ts';
import { withStore } from '../command/with-store.ts';
import { assertPerson, personOptions } from '../command/person-gate.ts';
import { plural } from '../output/format.ts';

export const logAdopt = defineCommand({
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
    const { adoptLog, foreignSessions } = await import('@hookloom/log');
    const foreign = foreignSessions(dir);
    const wanted = args.session === undefined ? foreign : [args.session];
    const unknown = wanted.find((session) => !foreign.includes(session));
    if (unknown !== undefined)
      throw notFound(
        `There is no foreign log ${unknown} in ${dir}.`,
        'Run `hookloom doctor` to see the logs of this workspace.',
      );
    if (wanted.length > 0)
      await assertPerson({ context, workspace, command: 'log adopt', hasReview: true, ...options });
    const adopted = await withStore(context, workspace, async (store) => {
      const done: { session: string; events: number }[] = [];
      for (const session of wanted) {
        const events = await adoptLog(dir, session, store);
        if (events !== null) done.push({ session, events });
      }
      return done;
    });
    if (options.json) context.out.json({ adopted });
    else if (adopted.length === 0) context.out.line('There is no foreign log here.');
    else
      for (const { session, events } of adopted)
        context.out.line(`Adopted ${session}: ${plural(events, 'event')}. New events go to it.`);
  },
});

export const logAcknowledge = defineCommand({
  name: 'log acknowledge',
  summary: 'Acknowledge lost events, so that they are no longer reported.',
  description:
    'A log that was cut, rolled back, copied or deleted is reported until you acknowledge it. If you have a newer copy, restore it instead. Only a person can acknowledge a loss.',
  arguments: {
    session: optionalArgument('SESSION', 'the log (default: every log of this workspace)'),
  },
  options: { ...personOptions, ...placeOptions },
  examples: {
    'hookloom log acknowledge shop-default': 'continue with a backup that is older than the log',
  },
  async run({ args, options, context }) {
    const workspace = workspaceOf(context, options);
    const { eventloomDir: dir } = workspace;
    const { acknowledgeLog, isLoss, logNotices } = await import('@hookloom/log');
    const only = args.session === undefined ? undefined : [args.session];
    const notices = logNotices(dir, only).filter(isLoss);
    const sessions = [...new Set(notices.map(({ session }) => session!))];
    const command = 'log acknowledge';
    if (sessions.length > 0)
      await assertPerson({ context, workspace, command, hasReview: true, ...options });
    await withStore(context, workspace, async (store) => {
      for (const session of sessions) await acknowledgeLog(dir, session, store);
    });
    const acknowledged = notices.map(({ session, kind, message }) => ({ session, kind, message }));
    if (options.json) context.out.json({ acknowledged });
    else if (notices.length === 0) context.out.line('No log has lost events.');
    else for (const { message } of notices) context.out.line(`Acknowledged: ${message}`);
  },
});
