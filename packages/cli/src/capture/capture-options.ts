/** Options that the capture commands share. */
import type { OptionDefinition } from '../command/definition.ts';
import { flag, integer, integerOr, text } from '../command/options.ts';
import { workspaceIn, type CommandContext } from '../command/context.ts';
import { rootOf } from '../command/root-of.ts';

const MANY = [1, 1_000_000] as const;

export const captureOptions = {
  workspace: text('--workspace <dir>', 'the project whose sessions are read (default: this one)'),
  source: {
    ...text('--source <name>', 'name of the source in the events (default: CLIENT-local)'),
    parse(value: string): string {
      if (/^[\w.@-]{1,64}$/.test(value) && !/\.jsonl?$/.test(value)) return value;
      throw new Error('Give a name, not a file. The option ending in -home names the folder.');
    },
  },
  maxRecordsPerFile: integerOr(
    '--max-records-per-file <n>',
    'records of one file in one pass; the rest follows',
    MANY,
    1000,
  ),
  graph: flag('--graph', 'also update the memory in the same pass'),
  watch: flag('--watch', 'keep running and import new records until Ctrl-C'),
  intervalSeconds: secondsOr('--interval-seconds <n>', 'longest time between two passes', 2),
  watchIterations: integer(
    '--watch-iterations <n>',
    'like --watch, but stop after this many passes',
    MANY,
  ),
};

/** A number of seconds, at least 0.25. */
export function secondsOr(
  flags: string,
  description: string,
  defaultValue: number,
): OptionDefinition<number> {
  return {
    flags,
    description,
    defaultValue,
    parse(value) {
      const number = /^\d{1,5}(\.\d{1,3})?$/.test(value) ? Number(value) : Number.NaN;
      if (number >= 0.25) return number;
      throw new Error('Give a number of seconds from 0.25.');
    },
  };
}

/** The workspace that a capture command works for. */
export async function capturePlace(
  context: CommandContext,
  given: {
    workspace: string | undefined;
    eventloomPath: string | undefined;
    domain: string | undefined;
    sessionId: string | undefined;
    json?: boolean | undefined;
  },
) {
  const { captureSession, rootsOf } = await import('@hookloom/worker');
  /** Absolute paths of the workspace. The last one has no links. */
  const roots = rootsOf(rootOf(context, given.workspace, given));
  const workspace = workspaceIn(context, roots[0]!, given);
  return {
    workspace,
    roots,
    session: captureSession(workspace, given.sessionId),
  };
}
