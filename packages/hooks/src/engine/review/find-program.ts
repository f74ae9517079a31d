/** Finds programs on the PATH, and recognises those that belong to the system or to a version manager. */
import fs from 'node:fs';
import path from 'node:path';

const MAX_FOLDERS = 256;

/**
 * The first file of this name in the folders of a PATH; null if there is none. Relative folders are resolved against
 * `folder`, as in a shell.
 */
export function findOnPath(name: string, pathText: string, folder: string): string | null {
  const suffixes = process.platform === 'win32' ? ['.exe', '.cmd', '.bat', ''] : [''];
  for (const entry of pathText.split(path.delimiter).slice(0, MAX_FOLDERS))
    for (const suffix of suffixes) {
      const file = path.isAbsolute(entry)
        ? `${entry}/${name}${suffix}`
        : path.resolve(folder, entry, name + suffix);
      if (isProgram(file)) return path.resolve(file);
    }
  return null;
}

function isProgram(file: string): boolean {
  try {
    if (fs.statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return false;
    fs.accessSync(file, fs.constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const SYSTEM =
  /^(\/(usr|bin|sbin|lib|opt|nix|snap|Applications|System|Library)\/|[A-Za-z]:\\(Windows|Program Files( \(x86\))?)\\)/i;
/** Folders in which version managers and package managers install programs. */
const MANAGED =
  /\/(\.nvm|\.fnm|\.volta|\.asdf|\.mise|\.pyenv|\.rbenv|\.nodenv|\.rustup|\.cargo|\.bun|\.deno|\.sdkman|\.proto|\.linuxbrew|\.nix-profile|\.local\/share\/(mise|fnm|uv|pipx|pnpm|rtx|virtualenvs)|\.local\/state\/fnm_multishells|Library\/(pnpm|Application Support\/fnm)|AppData\/(Local|Roaming)\/(fnm|nvm|Volta|Programs|npm))\//;

/**
 * Whether an operating system or a version manager installed the program. Such a program changes with every update and
 * version switch, which is not a change of the hook.
 */
export function isInstalledProgram(
  real: string,
  { projectDir, home }: { projectDir: string; home: string | null },
): boolean {
  if (isInside(real, projectDir)) return false;
  if (MANAGED.test(real.replaceAll('\\', '/'))) return true;
  return (home === null || !isInside(real, home)) && SYSTEM.test(real);
}

/** Absolute and normalized, so there is nothing to resolve. */
function isPlain(file: string): boolean {
  return file.startsWith('/') && !/\/(\/|\.\/|\.\.|\.?$)/.test(file);
}

export function isInside(file: string, dir: string): boolean {
  // Called very often, and `path.relative` is slow.
  if (isPlain(file) && isPlain(dir)) return file.startsWith(`${dir}/`);
  return path.relative(dir, file) !== '' && isWithin(file, dir);
}

/** Also true for the folder itself. */
export function isWithin(file: string, folder: string): boolean {
  if (isPlain(file) && isPlain(folder)) return file === folder || file.startsWith(`${folder}/`);
  const relative = path.relative(folder, file);
  return !relative.startsWith('..') && !path.isAbsolute(relative);
}
