/** Previews a deletion, asks for confirmation and deletes. */
import type { DeleteAnswer } from '@hookloom/worker';
import { plural } from '../output/plural.ts';
import { isConfirmed } from './confirm.ts';
import type { CommandContext } from './context.ts';
import { flag, jsonOption, workspaceOptions } from './options.ts';

export const deleteOptions = {
  dryRun: flag('--dry-run', 'show how much would be deleted and stop'),
  yes: flag('--yes', 'do not ask'),
  ...workspaceOptions,
  ...jsonOption,
};

/** Returns the exit status. */
export async function deleteAfterAsking(
  context: CommandContext,
  { dryRun, yes, json }: { dryRun: boolean; yes: boolean; json: boolean },
  remove: (options: { dryRun: boolean }) => Promise<DeleteAnswer>,
): Promise<number | undefined> {
  const { out } = context;
  const plan = await remove({ dryRun: true });
  if (dryRun && json) out.json(plan);
  if (!json) out.line(`${plural(plan.events, 'event')} would be deleted, in all logs.`);
  if (dryRun) return undefined;
  if (!yes && !(await isConfirmed(context, ASKED))) {
    out.line('Nothing was deleted.');
    return undefined;
  }
  const answer = await remove({ dryRun: false });
  if (json) out.json(answer);
  else {
    out.line({ style: 'bold', text: `Deleted ${plural(answer.events, 'event')}.` });
    for (const path of answer.left) out.line(`May still contain it: ${path}`);
  }
  return answer.left.length > 0 ? 1 : undefined;
}

const ASKED = { asks: 'Delete it?', denies: 'nothing was deleted' };
