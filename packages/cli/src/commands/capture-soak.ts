import { defineCommand, type OptionDefinition } from '../command/definition.ts';
import { placeOptions, text } from '../command/options.ts';
import { printWhereToRun } from '../command/root-of.ts';
import { watchedPlace, workspaceRootOption } from '../command/watched-place.ts';
import { mark } from '../output/mark.ts';

/** In minutes. A negative number turns the check off. */
const staleOption: OptionDefinition<number> = {
  flags: '--max-stale-minutes <n>',
  description: 'maximum age of the newest event of each kind; a negative number allows any age',
  defaultValue: 30,
  parse(value) {
    if (/^-?\d{1,9}(\.\d{1,3})?$/.test(value)) return Number(value);
    throw new Error('Give a number of minutes. A negative number allows any age.');
  },
};

export const command = defineCommand({
  name: 'capture-soak',
  summary: 'Fail unless capture is complete, fresh and running. For release checks.',
  description:
    'Checks commands, file edits, tool calls and transcript turns. Exit status: 0 if all pass, 1 if one fails. Write a negative number with an equals sign: --max-stale-minutes=-1.',
  options: {
    sessionId: text('--session-id <id>', 'only this session (default: all of the workspace)'),
    maxStaleMinutes: staleOption,
    ...workspaceRootOption,
    ...placeOptions,
  },
  examples: {
    'hookloom capture-soak': 'fresh within 30 minutes, or exit status 1',
    'hookloom capture-soak --max-stale-minutes=-1 --json': 'of any age',
  },
  async run({ options, context, out }) {
    const { workspace, place } = watchedPlace(context, options);
    const { gatherStatus, captureSoak } = await import('@hookloom/worker');
    const session = options.sessionId === undefined ? null : workspace.session;
    const soak = captureSoak(
      await gatherStatus({ workspace, place, session, now: context.now() }),
      {
        session,
        maxStaleMinutes: options.maxStaleMinutes,
      },
    );
    if (options.json) out.json(soak);
    else {
      out.wrapped(soak.message, ' '.repeat(9), mark(soak.status, 9));
      for (const lane of soak.lanes) {
        const more = lane.count_is_lower_bound ? '+' : '';
        const told = lane.age_minutes === null ? '' : `, newest ${lane.age_minutes} min ago`;
        out.line(mark(lane.state, 9), lane.type.padEnd(22), `${lane.count}${more}`, told);
      }
      if (soak.latest_hash !== null) out.dim(`head ${soak.latest_seq} ${soak.latest_hash}`);
      for (const action of soak.actions) out.wrapped(action, '  ', '- ');
      if (soak.actions.length > 0) printWhereToRun(context, place.root);
    }
    return soak.status === 'pass' ? 0 : 1;
  },
});
