/**
 * Finds sessions that started below the project: Claude Code and Gemini CLI only read the settings of their start
 * folder. See docs/reference/client-behaviour.md.
 */
import path from 'node:path';
import { shellQuote } from '@hookloom/core';
import { PLACES, type ClientFiles } from '@hookloom/hooks/clients';
import { clientStatuses } from '../clients-seen.ts';
import { lastSession, type SessionProgram } from '../last-session.ts';
import { joinInspections } from '../inspect-session.ts';
import { ok, skipped, warning, type Check, type DoctorRow, type Examination } from './row.ts';

/** Codex looks for its project in parent folders (verified in `test/clients`). */
const LOOKED_AT: readonly SessionProgram[] = ['claude-code', 'gemini'];

export const checkBelow: Check = (examined) =>
  examined.evidence.files.flatMap((files) =>
    isLookedAt(files.program) && (examined.only ?? files.program) === files.program
      ? belowRow(files.program, files, examined)
      : [],
  );

function isLookedAt(program: string): program is SessionProgram {
  return (LOOKED_AT as readonly string[]).includes(program);
}

function belowRow(program: SessionProgram, files: ClientFiles, examined: Examination): DoctorRow[] {
  const { place, evidence, only } = examined;
  const { label, executable, hookFiles } = PLACES[program];
  const id = `started_below.${program}`;
  const user = hookFiles(place).at(-1);
  const ours = [...files.hooks.map(({ file }) => file), ...files.plugins];
  // Entries in the user's own file run wherever the client starts.
  if (ours.length === 0 || ours.some((file) => file === user)) return [];
  const last = lastSession(program, place);
  if (last === null)
    return only === null ? [] : [skipped(id, `${label} has no session of this project.`)];
  const below = path.relative(place.root, last.folder);
  if (below === '' || path.isAbsolute(below) || below.startsWith('..'))
    return [ok(id, `The last session of ${label} began in the folder of the project.`)];
  const { by_source } = joinInspections(evidence.log.sessions);
  const latest = clientStatuses([files], by_source, evidence.watcher)[program].latest_event;
  if (latest !== null && Date.parse(latest.timestamp) >= last.startedMs)
    return [ok(id, `The last session of ${label} began in ${below}, and is recorded.`)];
  if (files.fallback.length > 0)
    return [
      warning(id, {
        message: `The last session of ${label} began in ${below}, and is not recorded, although ${files.fallback[0]!} has the entries that serve it.`,
        why: 'Work there is not recorded, and no hook of the project runs. The entries may be newer than the session, or the client ignores them.',
        command: `hookloom doctor --client ${program} --live`,
      }),
    ];
  const start = `cd ${shellQuote(place.root)} && ${executable!}`;
  return [
    warning(id, {
      message: `The last session of ${label} began in ${below}. It reads the settings of the folder where it starts, so the project's hooks did not run.`,
      why: `Work there is not recorded, and no hook of the project runs. \`hookloom init\` adds entries to your user settings that cover folders below the project. Or start the client in the folder of the project (\`${start}\`).`,
      command: `hookloom init --preset ${program === 'gemini' ? 'local-gemini' : 'local-claude'}`,
    }),
  ];
}
