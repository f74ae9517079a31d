// Files of a lab: writes, lists and compares them by their bytes.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

export function writeFile(file, content, mode) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const text = typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`;
  fs.writeFileSync(file, text, mode === undefined ? {} : { mode });
}

/** Every file below a folder, relative to it, sorted; links are named, not followed. */
export function listFiles(root) {
  if (!fs.existsSync(root)) return [];
  return fs
    .readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .sort();
}

/**
 * The files below a folder: name → digest and mode of each file.
 *
 * @param isLeftOut Names (relative, with `/`) that are not compared.
 */
export function fingerprint(root, isLeftOut = () => false) {
  const found = {};
  for (const name of listFiles(root)) {
    const relative = name.split(path.sep).join('/');
    if (isLeftOut(relative)) continue;
    const file = path.join(root, name);
    const stat = fs.lstatSync(file);
    const content = stat.isFile() ? fs.readFileSync(file) : '';
    const digest = createHash('sha256').update(content).digest('hex').slice(0, 16);
    found[relative] = `${digest} ${(stat.mode & 0o777).toString(8)}`;
  }
  return found;
}

/** The folders below a folder, to check that no empty one was left behind. */
export function listFolders(root, isLeftOut = () => false) {
  return fs
    .readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .map((name) => name.split(path.sep).join('/'))
    .filter((name) => !isLeftOut(`${name}/`))
    .sort();
}

export function jsonLines(text) {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .flatMap((line) => {
      try {
        return [JSON.parse(line)];
      } catch {
        return [];
      }
    });
}
