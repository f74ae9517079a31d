/** Which supported programs are on this machine. Starts nothing unless a version is requested. */
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { PLACES, PROGRAMS, type Place, type Program } from './places.ts';

export interface FoundProgram {
  program: Program;
  label: string;
  /** Absolute path of the command, null if the PATH has none. */
  executable: string | null;
  /** It left its settings folder in the user's home, or its files in the workspace. */
  used: boolean;
}

/** Every known program, in the order of the table, with the findings about it. */
export function findPrograms(place: Place): FoundProgram[] {
  return PROGRAMS.map((program) => {
    const { label, executable, userFolder, hookFiles, mcpFiles } = PLACES[program];
    const inWorkspace = [...hookFiles(place), ...mcpFiles(place).map(({ file }) => file)].filter(
      (file) => file.startsWith(place.root + path.sep),
    );
    return {
      program,
      label,
      executable: executable === null ? null : findExecutable(executable, place),
      used: fs.existsSync(userFolder(place)) || inWorkspace.some((file) => fs.existsSync(file)),
    };
  });
}

/** The first executable file of that name on the PATH. Relative entries of the PATH are skipped. */
export function findExecutable(name: string, { env, platform }: Place): string | null {
  const endings = platform === 'win32' ? (env['PATHEXT'] ?? '.EXE;.CMD;.BAT').split(';') : [''];
  const folders = (env['PATH'] ?? env['Path'] ?? '')
    .split(path.delimiter)
    .filter((folder) => path.isAbsolute(folder));
  for (const folder of folders) {
    for (const ending of endings) {
      const file = path.join(folder, name + ending);
      try {
        if (!fs.statSync(file).isFile()) continue;
        fs.accessSync(file, fs.constants.X_OK);
        return file;
      } catch {
        // Try the next one.
      }
    }
  }
  return null;
}

/**
 * The first version number in the output of `--version`; null if it takes longer than `limitMs` or prints none.
 *
 * @example await versionOf('/usr/local/bin/claude', { env: process.env, limitMs: 1000 }) // → '2.1.197'
 */
export function versionOf(
  executable: string,
  { env, limitMs }: { env: Record<string, string | undefined>; limitMs: number },
): Promise<string | null> {
  return new Promise((resolve) => {
    execFile(
      executable,
      ['--version'],
      { env, timeout: limitMs, killSignal: 'SIGKILL', maxBuffer: 65_536 },
      (_error, stdout) => resolve(/\d+\.\d+\.\d+[\w.-]*/.exec(stdout)?.[0] ?? null),
    );
  });
}
