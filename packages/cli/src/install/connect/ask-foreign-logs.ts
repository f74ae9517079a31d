/** Before a folder is connected, asks about its logs from another installation. */
import { askLine } from '../../command/confirm.ts';
import { workspaceIn, type CommandContext } from '../../command/context.ts';
import { withStore } from '../../command/with-store.ts';
import { assertPerson } from '../../command/person-gate.ts';
import { plural } from '../../output/format.ts';

interface Asked {
  eventloomPath?: string | undefined;
  domain?: string | undefined;
  adminTokenFile: string | undefined;
}

const QUESTION =
  'Do you trust these logs? [a] adopt them, [k] keep them as reported (default), [q] quit: ';

/**
 * False if the user quits, and nothing is connected. Without a terminal nothing is adopted: `init` then reports the
 * foreign logs and starts a separate log.
 */
export async function askForeignLogs(
  root: string,
  options: Asked,
  context: CommandContext,
): Promise<boolean> {
  if (!context.isInteractive || context.stdin.isTTY !== true) return true;
  const workspace = workspaceIn(context, root, options);
  const { eventloomDir: dir } = workspace;
  const { foreignSessions } = await import('@hookloom/log');
  const foreign = foreignSessions(dir);
  if (foreign.length === 0) return true;
  const { examineLog } = await import('@hookloom/log');
  for (const session of foreign) {
    const events = plural(examineLog(dir, session).head?.seq ?? 0, 'event');
    context.out.line(`${session}: ${events}, not written by this installation.`);
  }
  const answer = await decision(context);
  if (answer !== 'adopt') return answer === 'keep';
  await assertPerson({ ...options, context, workspace, command: 'init', hasReview: true });
  const { adoptLog } = await import('@hookloom/log');
  await withStore(context, workspace, async (store) => {
    for (const session of foreign) await adoptLog(dir, session, store);
  });
  return true;
}

/** Repeats the question until the answer is one of the choices. */
async function decision(context: CommandContext): Promise<'adopt' | 'keep' | 'quit'> {
  for (;;) {
    const typed = (await askLine(context, QUESTION))?.toLowerCase();
    if (typed === undefined || /^q(uit)?$/.test(typed)) return 'quit';
    if (/^a(dopt)?$/.test(typed)) return 'adopt';
    if (/^(|k(eep)?)$/.test(typed)) return 'keep';
  }
}
