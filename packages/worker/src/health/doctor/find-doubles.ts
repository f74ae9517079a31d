/** Where one event of a client would start us twice. Pure. */
import type { ClientFiles } from '@hookloom/hooks/found/inspect';
import { findDoubles } from '@hookloom/hooks/registration/find-doubles';
import { ok, warning, type DoctorRow } from './row.ts';

/** One row for each pair of places. @param root The project, absolute. */
export function doublesRows(files: readonly ClientFiles[], root: string): DoctorRow[] {
  const doubles = findDoubles(files, root);
  if (doubles.length === 0) return [ok('double_firing', 'No event reaches us twice.')];
  return doubles.map(({ program, how, files: both, clean }) =>
    warning('double_firing', {
      message: `${program} ${how}: ${both.join(' and ')}. Take our entries out of ${clean}.`,
      why: 'Each event starts our hook twice; it is handled and recorded once, but costs its time twice.',
      command: `hookloom uninstall --client ${program}`,
    }),
  );
}
