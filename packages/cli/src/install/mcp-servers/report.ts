/** The output of `ide-config`. Standard output has only the text to paste. */
import type { Output } from '../../output/output.ts';
import { encodeJson } from '../../output/terminal-text.ts';
import { wrap } from '../../output/wrap.ts';
import type { IdeConfig } from './ide-config.ts';
import type { PlannedFile } from '../plan.ts';
import { shownText } from '../mask-settings.ts';

export function printConfig(out: Output, config: IdeConfig, json: boolean): void {
  if (json) return out.json(config);
  // Strings in all of these formats may contain JSON escapes, so the pasted text keeps its meaning and shows what it
  // contains.
  out.block(config.command ?? encodeJson(config.fragment));
  sayNotes(out, config.notes);
}

/**
 * @param planned What is or would be written; null if the file needs no change
 * @param undo The command that removes it again
 */
export function reportInstall(
  out: Output,
  { client, scope, file, name, notes }: IdeConfig,
  {
    planned,
    dryRun,
    json,
    undo,
  }: { planned: PlannedFile | null; dryRun: boolean; json: boolean; undo: string },
): void {
  const added =
    planned?.splices.map(({ text }) => shownText(file, planned.after, text)).join('') ?? '';
  if (json)
    return out.json({
      client,
      scope,
      path: file,
      outcome: planned === null ? 'unchanged' : dryRun ? 'planned' : 'installed',
      created: planned !== null && planned.before === null,
      added,
    });
  if (planned === null)
    return out.line(`${file} has the server ${name} already, with the same settings.`);
  out.line({ style: 'bold', text: file }, dryRun ? ' would get:' : ` has the server ${name} now.`);
  if (dryRun) out.block(added.replace(/^,?\s*\n/, '').replace(/^(?=.)/gm, '+ '));
  else out.line(`To undo: ${undo}`);
  sayNotes(out, notes.slice(1));
}

function sayNotes(out: Output, notes: readonly string[]): void {
  for (const note of notes) for (const line of wrap(note, out.columns)) out.note(line);
}
