/** Asks, before a folder is connected, about logs in it that another installation wrote. */
import { isConfirmed } from '../../command/confirm.ts';
import { workspaceIn, type CommandContext } from '../../command/context.ts';
import { assertPerson } from '../../command/person-gate.ts';
import { plural } from '../../output/plural.ts';

interface Asked {
  eventloomPath?: string | undefined;
  domain?: string | undefined;
  adminTokenFile: string | undefined;
}

/** Where no person can be asked nothing is adopted: `init` then says what is foreign, and connects to a log beside it. */
export async function askForeignLogs(
  root: string,
  options: Asked,
  context: CommandContext,
): Promise<void> {
  if (!context.isInteractive || context.stdin.isTTY !== true) return;
  const workspace = workspaceIn(context, root, options);
  const { eventloomDir: dir } = workspace;
  const { foreignSessions } = await import('@hookloom/log/installation/projection-binding');
  const foreign = foreignSessions(dir);
  if (foreign.length === 0) return;
  const { examineLog } = await import('@hookloom/log/installation/examine-log');
  for (const session of foreign) {
    const events = plural(examineLog(dir, session).head?.seq ?? 0, 'event');
    context.out.line(`${session}: ${events}, not written by this installation.`);
  }
  const isWanted = await isConfirmed(context, {
    asks: 'Do you trust what these logs say, and continue them?',
    denies: 'nothing is adopted',
  });
  if (!isWanted) return;
  const { privateStateDir } = await import('@hookloom/hooks/state/state-dir');
  const stateDir = privateStateDir(context.env);
  await assertPerson({
    ...options,
    context,
    workspace,
    command: 'init',
    stateDir,
    hasReview: true,
  });
  const [{ openJsonlStore }, { adoptLog }] = await Promise.all([
    import('@hookloom/log'),
    import('@hookloom/log/installation/adopt-log'),
  ]);
  const store = openJsonlStore({ dir });
  try {
    for (const session of foreign) await adoptLog(dir, session, store);
  } finally {
    await store.close();
  }
}
