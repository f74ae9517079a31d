/** Projects that the user excludes from recording, by name or by parent folder. */
import os from 'node:os';
import { namesIn, type Settings } from './settings.ts';

export function isExcluded(
  settings: Settings,
  { workspace, project }: { workspace: { root: string }; project: { alias: string } },
  home = os.homedir(),
): boolean {
  return (
    isNameExcluded(settings, project.alias, home) || isNameExcluded(settings, workspace.root, home)
  );
}

/** A name, or an absolute folder. */
export function isNameExcluded(settings: Settings, name: string, home = os.homedir()): boolean {
  return namesIn(settings, 'CLAUDE_MEM_EXCLUDED_PROJECTS').some((pattern) =>
    asPattern(pattern.replace(/^~(?=\/|$)/, home)).test(name),
  );
}

/** `*` matches text without a slash, `**` matches any text. A folder includes everything below it. */
function asPattern(text: string): RegExp {
  const parts = text.replace(/\/+$/, '').split(/(\*+)/);
  const source = parts.map((part) => {
    if (part.startsWith('*')) return part.length > 1 ? '.*' : '[^/]*';
    return part.replace(/[\\^$.|?+()[\]{}]/g, '\\$&');
  });
  return new RegExp(`^${source.join('')}(/.*)?$`, 's');
}
