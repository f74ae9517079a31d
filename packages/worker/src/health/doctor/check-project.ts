/** Whether the directory of the logs says which project it belongs to, and whether a copy elsewhere says the same. */
import fs from 'node:fs';
import path from 'node:path';
import { defaultSessionOf, readProjectFile, sessionsIn } from '@hookloom/core/config/project-file';
import { copiesOfLog } from '@hookloom/log';
import { error, ok, skipped, warning, type Check } from './row.ts';

const ID = 'project';

export const checkProject: Check = ({ workspace }) => {
  const { eventloomDir: dir, root } = workspace;
  // Several projects can share another directory. No file names one of them.
  if (path.basename(dir) !== '.eventloom') return [];
  const file = path.join(dir, 'project.json');
  const logs = sessionsIn(dir);
  const project = readProjectFile(dir);
  if (project === null) {
    const isThere = fs.lstatSync(file, { throwIfNoEntry: false }) !== undefined;
    if (logs.length === 0 && !isThere) return [skipped(ID, 'Nothing is recorded yet.')];
    const session = defaultSessionOf(dir) ?? logs[0];
    const wrong = {
      message: isThere ? `${file} cannot be read.` : `${file} is missing.`,
      why: 'The memory is found by the name of the folder alone: a renamed folder loses it, and hooks in your own settings do not run here.',
      command: session === undefined ? `rm '${quoted(file)}'` : `hookloom project adopt ${session}`,
    };
    return [isThere ? error(ID, wrong) : warning(ID, wrong)];
  }
  const { id, default_session: session } = project;
  const copy = copiesOfLog(dir, session).find((other) => readProjectFile(other)?.id === id);
  if (copy !== undefined)
    return [
      warning(ID, {
        message: `${copy} holds a copy of this project, with the same id.`,
        why: 'Each copy records by itself, and what is set for one holds for the other. If both are used, make one of them a project of its own: run the command in its folder. If not, remove one.',
        command: 'hookloom project adopt --as-new',
      }),
    ];
  return [ok(ID, `${root} is the project ${id}, which answers from ${session}.`)];
};

function quoted(text: string): string {
  return text.replaceAll("'", String.raw`'\''`);
}
