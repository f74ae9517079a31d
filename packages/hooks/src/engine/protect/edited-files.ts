/** Describes changes of hook files and reviewed scripts for the user. Pure. */
import path from 'node:path';
import type { HookEvent } from '@hookloom/core/hook';
import type { Finding } from './messages.ts';
import type { Change } from './watched-files.ts';

const HOW: Record<Change['how'], string> = {
  changed: 'was changed',
  removed: 'was removed',
  new: 'is new',
  mode: 'has another mode (chmod)',
};

/** @param shown The displayed name of a file */
export function editedFindings(
  changes: readonly Change[],
  event: Pick<HookEvent, 'event_type' | 'tool' | 'cwd'>,
  shown: (file: string) => string,
): Finding[] {
  return changes.map((change) => {
    const name = shown(change.path);
    const what = change.lostUs ? 'no longer calls Hookloom' : HOW[change.how];
    const detail = `${name} ${what} ${when(change, event)}.`;
    return { kind: 'edited', refused: false, file: name, detail, message: detail };
  });
}

function when(
  change: Change,
  { event_type: type, tool, cwd }: Pick<HookEvent, 'event_type' | 'tool' | 'cwd'>,
): string {
  if (tool === null || (type !== 'after_tool' && type !== 'tool_failure'))
    return 'since the last event';
  const isNamed = tool.files.some((file) => path.resolve(cwd ?? '/', file) === change.path);
  return isNamed
    ? `by the agent's ${tool.native_name} call`
    : `during the agent's ${tool.native_name} call`;
}
