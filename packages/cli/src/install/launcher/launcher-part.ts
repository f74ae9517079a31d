/** The launcher as a part of a plan: a file that all connected workspaces of the user share. */
import path from 'node:path';
import { conflict } from '@hookloom/core';
import type { Place } from '@hookloom/hooks/clients';
import type { OwnFiles } from '../own-files.ts';
import type { PartRequest } from '../part-request.ts';
import { wholeFile } from '../whole-file.ts';
import { LAUNCHER_CMD_NAME, renderLauncherCmd } from './launcher-cmd.ts';
import { isLauncher, LAUNCHER_NAME, renderLauncher } from './launcher-script.ts';

/** The owner of the part, instead of a single client. */
export const LAUNCHER_CLIENT = 'hookloom' as const;

/** Absolute. */
export function launcherFile({ home, platform }: Pick<Place, 'home' | 'platform'>): string {
  const name = platform === 'win32' ? LAUNCHER_CMD_NAME : LAUNCHER_NAME;
  return path.join(home, '.hookloom', 'bin', name);
}

/** Replaces a launcher of another version or for another Node. Refuses to replace another program's file. */
export function launcherPart(place: Place, { node, bin }: OwnFiles): PartRequest {
  const file = launcherFile(place);
  const own = { node, home: path.dirname(path.dirname(bin)) };
  const text = place.platform === 'win32' ? renderLauncherCmd(own) : renderLauncher(own);
  const part = wholeFile(
    {
      path: file,
      part: 'launcher',
      client: LAUNCHER_CLIENT,
      purpose: 'start the hook program with any installed Node',
    },
    text,
  );
  return {
    ...part,
    mode: 0o755,
    isShared: true,
    holds: (there) => (there === text ? 'wanted' : isLauncher(there) ? 'outdated' : 'other'),
    add: (before) => {
      if (before === null || before === '' || isLauncher(before))
        return { after: text, splices: [] };
      throw conflict(
        `${file} exists and is not the Hookloom launcher.`,
        'Move the file away, then run the command again.',
      );
    },
  };
}
