/** Whether every log belongs to this installation and has all its events, and none of our files is a link. */
import { installationKey, keyFile, logNotices, type LogNotice } from '@hookloom/log';
import fs from 'node:fs';
import { error, ok, skipped, warning, type Check, type DoctorRow } from './row.ts';

const WHY: Partial<Record<LogNotice['kind'] | 'loss', string>> = {
  loss: 'Events that were recorded are missing, so answers from memory may be incomplete or out of date.',
  foreign:
    'Otherwise anyone who can add a file to your repository could decide what your agents believe.',
  undecided: 'Questions are not answered from the other logs.',
  unreadable: 'What agents do is not remembered, and the memory answers without this log.',
  link: 'A link can point anywhere, so Hookloom does not read or write through it.',
};

export const checkLogsOwner: Check = ({ workspace }) => {
  const { eventloomDir } = workspace;
  // The row about integrity reports broken logs.
  const rows = logNotices(eventloomDir)
    .filter(({ kind }) => kind !== 'broken')
    .map(rowOf);
  if (installationKey() === null && fs.existsSync(keyFile()))
    rows.push(
      error('installation_key', {
        message: `${keyFile()} is not a private file of at least 32 bytes.`,
        why: 'Without the key Hookloom cannot recognise the logs that this installation wrote.',
        command: `chmod 600 '${keyFile()}'`,
      }),
    );
  if (rows.length > 0) return rows;
  if (!fs.existsSync(eventloomDir)) return skipped('logs', 'Nothing is recorded yet.');
  return ok(
    'logs',
    'All logs were written or adopted by this installation, and none is missing events.',
  );
};

function rowOf({ kind, message, command }: LogNotice): DoctorRow {
  const row = kind === 'foreign' || kind === 'undecided' ? warning : error;
  return row(kind === 'link' ? 'links' : 'logs', { message, why: WHY[kind] ?? WHY.loss!, command });
}
