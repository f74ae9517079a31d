/** Where a program's name leads: the PATH, and whether the file belongs to the system or to a version manager. */
import fs from 'node:fs';
import path from 'node:path';

/** The first file of this name in the folders of a PATH; null where there is none. */
export function findOnPath(name: string, folders: readonly string[]): string | null {
  const suffixes = process.platform === 'win32' ? ['.exe', '.cmd', '.bat', ''] : [''];
  for (const folder of folders)
    for (const suffix of suffixes) {
      const file = path.join(folder, name + suffix);
      try {
        fs.accessSync(file, fs.constants.X_OK);
        if (fs.statSync(file).isFile()) return file;
      } catch {
        // Not here.
      }
    }
  return null;
}

/** Folders of a PATH; relative ones count from `folder`, as in a shell. */
export function foldersOf(pathText: string, folder: string): string[] {
  return pathText
    .split(path.delimiter)
    .slice(0, 256)
    .map((entry) => path.resolve(folder, entry === '' ? '.' : entry));
}

const SYSTEM =
  /^(\/(usr|bin|sbin|lib|opt|nix|snap|Applications|System|Library)\/|[A-Za-z]:\\(Windows|Program Files( \(x86\))?)\\)/i;
/** Folders in which version managers and package managers keep the programs that they install. */
const MANAGED =
  /\/(\.nvm|\.fnm|\.volta|\.asdf|\.mise|\.pyenv|\.rbenv|\.nodenv|\.rustup|\.cargo|\.bun|\.deno|\.sdkman|\.proto|\.linuxbrew|\.nix-profile|\.local\/share\/(mise|fnm|uv|pipx|pnpm|rtx|virtualenvs)|\.local\/state\/fnm_multishells|Library\/(pnpm|Application Support\/fnm)|AppData\/(Local|Roaming)\/(fnm|nvm|Volta|Programs|npm))\//;

/**
 * True for what an operating system or a version manager installed. These change with every update and switch of version,
 * which is no change of the hook.
 */
export function isInstalledProgram(
  real: string,
  { projectDir, home }: { projectDir: string; home: string | null },
): boolean {
  if (isInside(real, projectDir)) return false;
  if (MANAGED.test(real.replaceAll('\\', '/'))) return true;
  return (home === null || !isInside(real, home)) && SYSTEM.test(real);
}

export function isInside(file: string, dir: string): boolean {
  const relative = path.relative(dir, file);
  return relative !== '' && !relative.startsWith('..') && !path.isAbsolute(relative);
}
